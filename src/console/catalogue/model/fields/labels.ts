/** Labels by locale. */
export type Labels = Readonly<Record<string, string>>;

export interface Labelled {
  readonly labels: readonly { readonly locale: string; readonly text: string }[];
}

/** Returns labels by locale. */
export const toLabels = (labels: Labelled['labels']): Labels =>
  Object.fromEntries(labels.map(({ locale, text }) => [locale, text]));

/** Returns the labels that differ from the stored ones, as the input takes them: null removes one. */
export const changedLabels = (labels: Labels, stored: Labels) =>
  [...new Set([...Object.keys(labels), ...Object.keys(stored)])]
    .map((locale) => ({ locale, text: labels[locale]?.trim() || null }))
    .filter(({ locale, text }) => (stored[locale] ?? null) !== text);

/** Merges labels of different locales; undefined if both changed the same one. */
export function mergeLabels(base: Labels, mine: Labels, stored: Labels): Labels | undefined {
  const merged: Record<string, string> = { ...stored };
  for (const { locale, text } of changedLabels(mine, base)) {
    const now = stored[locale] ?? null;
    if (now !== (base[locale] ?? null) && now !== text) return undefined;
    if (text === null) delete merged[locale];
    else merged[locale] = mine[locale] ?? text;
  }
  return merged;
}
