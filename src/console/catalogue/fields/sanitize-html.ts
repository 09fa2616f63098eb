/** Elements that stay where an attribute names none. */
export const DEFAULT_TAGS: readonly string[] = 'p br strong em u s a ul ol li h2 h3 h4 blockquote'.split(' ');

/** Elements that replace those of editors and word processors with the same meaning. */
const EQUIVALENT_TAGS: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  div: 'p',
  h1: 'h2',
};
/** Elements that are left out with their content. */
const REMOVED_TAGS = new Set(
  'script style head title meta link template iframe object xml o:p svg math'.split(' '),
);
const BLOCKS = new Set('p ul ol li h2 h3 h4 h5 h6 blockquote table tr td th'.split(' '));

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Returns the style as it is written: the browser's reading of it is empty where the policy of the page rejects styles.
 */
const styleOf = (element: Element) =>
  (element.getAttribute('style') ?? '').replaceAll(/\s/g, '').toLowerCase();

/** Returns the elements for a span of a word processor that is bold or italic. */
function emphasisOf(element: Element): readonly string[] {
  const style = styleOf(element);
  return [
    ...(/(^|;)font-weight:(bold|[6-9]00)/.test(style) ? ['strong'] : []),
    ...(/(^|;)font-style:italic/.test(style) ? ['em'] : []),
  ];
}

/** Returns the bullet or number that Word writes as text before an item. */
const isMarker = (element: Element) => styleOf(element).includes('mso-list:ignore');

/** Joins the paragraphs that Word writes for the items of a list into lists again. */
function joinListItems(body: HTMLElement): void {
  for (const item of body.querySelectorAll('p[class^="MsoListParagraph"], p[style*="mso-list"]')) {
    const marker = [...item.querySelectorAll('span')].find(isMarker)?.textContent?.trim() ?? '';
    const kind = /^\(?[\da-z]{1,4}[.)]/i.test(marker) ? 'ol' : 'ul';
    const before = item.previousElementSibling;
    const isNext = before?.localName === kind && before.hasAttribute('data-joined');
    const list = isNext ? before : document.createElement(kind);
    if (!isNext) {
      list.setAttribute('data-joined', '');
      item.before(list);
    }
    const entry = document.createElement('li');
    entry.append(...item.childNodes);
    list.append(entry);
    item.remove();
  }
}

function serializeNode(node: Node, allowed: ReadonlySet<string>): string {
  if (node instanceof Text) return escapeText(node.data.replaceAll(/[\s\u200b]+/g, ' '));
  if (!(node instanceof HTMLElement)) return '';
  const name = node.tagName.toLowerCase();
  if (REMOVED_TAGS.has(name) || isMarker(node)) return '';
  const tag = allowed.has(name) ? name : (EQUIVALENT_TAGS[name] ?? name);
  const inside = [...node.childNodes].map((child) => serializeNode(child, allowed)).join('');
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

/** Wraps text in a paragraph, unless it stands in a block already. */
const wrap = (inside: string) =>
  /^\s*<(p|ul|ol|h\d|blockquote)/.test(inside) ? inside : `<p>${inside.trim()}</p>`;

/**
 * Returns HTML with nothing but the allowed elements and the targets of links: additions of a word processor are left
 * out, its text stays.
 */
export function sanitizeHtml(html: string, allowedTags: readonly string[]): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const allowed = new Set(allowedTags);
  joinListItems(body);
  return [...body.childNodes]
    .map((node) => serializeNode(node, allowed))
    .join('')
    .replaceAll(/(<\/(?:p|ul|ol|li|h[2-6]|blockquote)>)\s+(?=<)/g, '$1')
    .trim();
}
