import { EXPORT_COLUMNS } from '../product-properties.tsx';
import type { ExportChoices } from './grid-documents.ts';

/** Suggested export columns; others, such as prices by currency, can be typed. */
export function columnNames({ attributes, channels, locales }: ExportChoices): string[] {
  const values = attributes.flatMap(({ code, localizable, scopable }) => {
    const languages = localizable ? locales.nodes.map((locale) => `-${locale.code}`) : [''];
    const channelSuffixes = scopable ? channels.nodes.map((channel) => `-${channel.code}`) : [''];
    return languages.flatMap((language) => channelSuffixes.map((suffix) => `${code}${language}${suffix}`));
  });
  return [...EXPORT_COLUMNS, ...values];
}
