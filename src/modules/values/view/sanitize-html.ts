import sanitize from 'sanitize-html';

/** Elements of running text; scripts, styles, forms, frames and event handlers never pass. */
const OPTIONS: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, 'img', 'del', 'ins'],
  allowedAttributes: { a: ['href', 'title'], img: ['src', 'alt', 'width', 'height'], '*': ['lang', 'dir'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
};

/** Stored HTML made safe to put into a page. The stored text itself is never changed. */
export function sanitizeHtml(html: string): string {
  return sanitize(html, OPTIONS);
}

/** The running text of stored HTML, without tags and without what is no text: scripts, styles. */
export function plainText(html: string): string {
  return sanitize(html, { allowedTags: [], textFilter: (text) => `${text} ` })
    .replace(/\s+/g, ' ')
    .trim();
}
