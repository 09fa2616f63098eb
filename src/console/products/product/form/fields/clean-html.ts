/** The elements that are kept where an attribute names none. */
export const USUAL_TAGS: readonly string[] = 'p br strong em u s a ul ol li h2 h3 h4 blockquote'.split(' ');

/** What editors and word processors write, as the elements that stand for it. */
const SAME: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  div: 'p',
  h1: 'h2',
};
/** Elements that are left out with what is in them. */
const DROPPED = new Set(
  'script style head title meta link template iframe object xml o:p svg math'.split(' '),
);
const BLOCKS = new Set('p ul ol li h2 h3 h4 h5 h6 blockquote table tr td th'.split(' '));

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Whether a span of a word processor is bold or italic. */
function emphasisOf(element: HTMLElement): readonly string[] {
  const { fontWeight, fontStyle } = element.style;
  const isBold = fontWeight === 'bold' || Number(fontWeight) >= 600;
  return [...(isBold ? ['strong'] : []), ...(fontStyle === 'italic' ? ['em'] : [])];
}

function write(node: Node, allowed: ReadonlySet<string>): string {
  if (node instanceof Text) return escapeText(node.data.replaceAll(/[\s\u200b]+/g, ' '));
  if (!(node instanceof HTMLElement)) return '';
  const name = node.tagName.toLowerCase();
  if (DROPPED.has(name)) return '';
  const tag = allowed.has(name) ? name : (SAME[name] ?? name);
  const inside = [...node.childNodes].map((child) => write(child, allowed)).join('');
  if (tag === 'br') return allowed.has('br') ? '<br>' : ' ';
  if (tag === 'span')
    return emphasisOf(node).reduce(
      (text, part) => (allowed.has(part) && text.trim() !== '' ? `<${part}>${text}</${part}>` : text),
      inside,
    );
  if (!allowed.has(tag))
    return BLOCKS.has(tag) && inside.trim() !== '' && allowed.has('p') ? wrap(inside) : inside;
  if (inside.trim() === '') return inside === '' ? '' : ' ';
  if (tag !== 'a') return `<${tag}>${BLOCKS.has(tag) ? inside.trim() : inside}</${tag}>`;
  const href = node.getAttribute('href') ?? '';
  return /^(https?:|mailto:|tel:|\/|#)/i.test(href) ? `<a href="${escapeText(href)}">${inside}</a>` : inside;
}

/** Text that stands in a block already stays in it. */
const wrap = (inside: string) =>
  /^\s*<(p|ul|ol|h\d|blockquote)/.test(inside) ? inside : `<p>${inside.trim()}</p>`;

/**
 * HTML with nothing but the allowed elements and the targets of links: what a word processor adds is left out, its words
 * stay.
 */
export function cleanHtml(html: string, allowedTags: readonly string[]): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const allowed = new Set(allowedTags);
  return [...body.childNodes]
    .map((node) => write(node, allowed))
    .join('')
    .trim();
}
