/**
 * Returns the first letters of the first two words: `Heron floor lamp` → `HF`; of a code in brackets, too: `[LO-OIL]` →
 * `LO`.
 */
export const initialsOf = (name: string): string =>
  name
    .split(name.startsWith('[') ? /[\s[\]_./-]+/ : /\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
