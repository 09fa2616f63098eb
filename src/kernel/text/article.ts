/** Converts `channel` to `a channel`, `attribute` to `an attribute`: for sentences about any kind of object. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
