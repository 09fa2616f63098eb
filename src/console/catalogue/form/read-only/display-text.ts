/** Returns formatted text without its elements. */
export const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.innerText;

/** Returns a text as people read it, whether it is formatted or not. */
export const displayText = (text: string): string => (text.startsWith('<') ? plainText(text) : text);
