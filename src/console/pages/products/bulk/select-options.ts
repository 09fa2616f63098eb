import type { GridAttribute, GridSchema } from '../../../catalogue/columns/column-documents.ts';

/** Returns the locales that an attribute has values for, in a channel where it has one for each. */
export function attributeLocales({ channels }: GridSchema, { scopable }: GridAttribute, channel: string) {
  const scopeChannels = scopable ? channels.filter(({ code }) => code === channel) : channels;
  const locales = scopeChannels.flatMap((one) => one.locales);
  return [...new Map(locales.map((locale) => [locale.code, locale])).values()];
}

/** Makes a choice of a select from an object with a code and a label. */
export const toSelectOption = ({ code, label }: { readonly code: string; readonly label: string }) => ({
  value: code,
  label,
});
