/** How many products a change moves in the locales of a channel. */
export interface Effect {
  readonly changes: readonly {
    readonly locale: string;
    readonly entering: number;
    readonly leaving: number;
  }[];
  /** False if there are more products than were counted. */
  readonly isComplete: boolean;
  /** How many products are live in the channel before the change, in at least one locale. */
  readonly live: number;
}

export interface EffectLine {
  /** `misses`: products of the channel that are not live in a locale that is added. */
  readonly kind: 'leaves' | 'enters' | 'misses' | 'none';
  readonly locale: string;
  readonly count: number;
}

/**
 * Returns the lines that describe a change, the losses first. A locale that is added or removed has its numbers even where they
 * are 0, so that nobody has to guess.
 */
export function effectLines(
  { changes, live }: Effect,
  before: readonly string[],
  after: readonly string[],
): readonly EffectLine[] {
  const locales = [...new Set([...before, ...after])];
  const lines = locales.flatMap((locale): EffectLine[] => {
    const { entering, leaving } = changes.find((one) => one.locale === locale) ?? { entering: 0, leaving: 0 };
    const isAdded = before.length > 0 && !before.includes(locale);
    const isRemoved = !after.includes(locale);
    return [
      ...(leaving > 0 || isRemoved ? [{ kind: 'leaves' as const, locale, count: leaving }] : []),
      ...(isAdded ? [{ kind: 'misses' as const, locale, count: Math.max(0, live - entering) }] : []),
      ...(entering > 0 || isAdded ? [{ kind: 'enters' as const, locale, count: entering }] : []),
    ];
  });
  if (lines.length === 0) return [{ kind: 'none', locale: '', count: 0 }];
  const order = ['leaves', 'misses', 'enters', 'none'];
  return lines.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}
