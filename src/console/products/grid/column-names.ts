import type { ExportChoices } from './grid-documents.ts';

const PROPERTIES = [
  ...(['sku', 'type', 'attribute_set', 'variant_layout', 'parent', 'status'] as const),
  ...(['channels', 'categories'] as const),
];

/** Names of columns that can be exported, to be chosen from; others, such as prices by currency, can be typed. */
export function columnNames({ attributes, channels, locales }: ExportChoices): string[] {
  const values = attributes.flatMap(({ code, localizable, scopable }) => {
    const languages = localizable ? locales.nodes.map((locale) => `-${locale.code}`) : [''];
    const places = scopable ? channels.nodes.map((channel) => `-${channel.code}`) : [''];
    return languages.flatMap((language) => places.map((place) => `${code}${language}${place}`));
  });
  return [...PROPERTIES, ...values];
}
