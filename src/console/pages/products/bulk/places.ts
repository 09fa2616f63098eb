import type { GridAttribute, GridModel } from '../../../catalogue/columns/column-documents.ts';

/** Returns the locales that an attribute has values for, in a channel where it has one for each. */
export function localesOf({ channels }: GridModel, { scopable }: GridAttribute, channel: string) {
  const shown = scopable ? channels.filter(({ code }) => code === channel) : channels;
  const locales = shown.flatMap((one) => one.locales);
  return [...new Map(locales.map((locale) => [locale.code, locale])).values()];
}

/** Makes a choice of a select from an object with a code and a label. */
export const choiceOf = ({ code, label }: { readonly code: string; readonly label: string }) => ({
  value: code,
  label,
});
