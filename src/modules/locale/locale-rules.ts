/** Returns a locale and, in order, the ones whose values stand in for it. */
export function fallbackChain(code: string, fallbackOf: (code: string) => string | null): string[] {
  const chain: string[] = [];
  for (let next: string | null = code; next !== null && !chain.includes(next); next = fallbackOf(next)) {
    chain.push(next);
  }
  return chain;
}

/** Returns the name of a locale in English, from the CLDR data that Node carries: `de_DE` → "German (Germany)". */
export function localeLabel(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code.replaceAll('_', '-')) ?? `[${code}]`;
  } catch {
    return `[${code}]`;
  }
}
