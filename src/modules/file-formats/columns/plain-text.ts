const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const BLOCK_END = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi;
const MARKUP = /<\/?[a-z][^<>]*>|<!--[^<>]*-->/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;

/**
 * Returns the text of an HTML fragment, its blocks on lines of their own. `<` before anything but a letter is a sign.
 */
export function plainText(html: string): string {
  const text = html.replace(BLOCK_END, '\n').replace(MARKUP, '');
  return text
    .replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
        ? String.fromCodePoint(point)
        : whole;
    })
    .replace(/[ \t]+\n/g, '\n')
    .trim();
}
