/** Maximum number of characters of a text. */
const LONGEST = 80;
/** Number of characters before the first that differs. */
const LEAD = 24;

/** Returns two texts from shortly before they differ, if they are long. */
export function excerpts(old: string, now: string): readonly [string, string] {
  const [before, after] = [[...old], [...now]];
  const differs = before.findIndex((character, place) => character !== after[place]);
  const start = (differs === -1 ? before.length : differs) - LEAD;
  const isLong = Math.max(before.length, after.length) > LONGEST;
  const cut = (text: readonly string[]) => {
    if (!isLong || text.length === 0) return text.join('');
    const from = start > 0 && start + LEAD > LONGEST / 2 ? start : 0;
    const shown = text.slice(from, from + LONGEST).join('');
    return `${from > 0 ? '…' : ''}${shown}${from + LONGEST < text.length ? '…' : ''}`;
  };
  return [cut(before), cut(after)];
}
