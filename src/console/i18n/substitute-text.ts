/**
 * Returns the text that stands in for one that is missing in a locale: that of another locale of its language, otherwise the
 * first in any; undefined without one.
 *
 * @param texts by locale; those without a text are empty
 */
export function substituteText(
  texts: Readonly<Record<string, string | undefined>>,
  locale: string,
): string | undefined {
  const language = locale.split('_')[0];
  const others = Object.entries(texts).filter(([code, text]) => code !== locale && Boolean(text));
  return (others.find(([code]) => code.split('_')[0] === language) ?? others[0])?.[1];
}
