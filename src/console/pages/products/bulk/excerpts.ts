/** Maximum number of characters of a text. */
const MAX_LENGTH = 80;
/** Number of characters before the first that differs. */
const CONTEXT_LENGTH = 24;

/** Returns two texts from shortly before they differ, if they are long. */
export function diffExcerpts(old: string, now: string): readonly [string, string] {
  const [before, after] = [[...old], [...now]];
  const differs = before.findIndex((character, index) => character !== after[index]);
  const start = (differs === -1 ? before.length : differs) - CONTEXT_LENGTH;
  const isLong = Math.max(before.length, after.length) > MAX_LENGTH;
  const cut = (text: readonly string[]) => {
    if (!isLong || text.length === 0) return text.join('');
    const from = start > 0 && start + CONTEXT_LENGTH > MAX_LENGTH / 2 ? start : 0;
    const excerpt = text.slice(from, from + MAX_LENGTH).join('');
    return `${from > 0 ? '…' : ''}${excerpt}${from + MAX_LENGTH < text.length ? '…' : ''}`;
  };
  return [cut(before), cut(after)];
}
