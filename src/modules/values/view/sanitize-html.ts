import { LRUCache } from 'lru-cache';
import sanitize from 'sanitize-html';

/** Elements of running text; scripts, styles, forms, frames and event handlers never pass. */
const OPTIONS: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, 'img', 'del', 'ins'],
  allowedAttributes: { a: ['href', 'title'], img: ['src', 'alt', 'width', 'height'], '*': ['lang', 'dir'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
};

/** Characters of texts that a process keeps as they were made safe. */
const MAX_CACHED_CHARACTERS = 5_000_000;

/** Making a page of descriptions safe takes longer than reading them, and storefronts request the same ones. */
const safeTexts = new LRUCache<string, string>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (safe, html) => safe.length + html.length + 1,
});

/** Returns stored HTML made safe to put into a page. The stored text itself is never changed. */
export function sanitizeHtml(html: string): string {
  const cachedHtml = safeTexts.get(html);
  if (cachedHtml !== undefined) return cachedHtml;
  const safe = sanitize(html, OPTIONS);
  safeTexts.set(html, safe);
  return safe;
}

/** Returns the running text of stored HTML, without tags and without what is no text: scripts, styles. */
export function plainText(html: string): string {
  return sanitize(html, { allowedTags: [], textFilter: (text) => `${text} ` })
    .replace(/\s+/g, ' ')
    .trim();
}
