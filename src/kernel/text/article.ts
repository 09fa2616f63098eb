/** Converts `channel` to `a channel`, `attribute` to `an attribute`: for sentences about any kind of object. */
export function withIndefiniteArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}
