import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GridAttribute, GridSchema } from '../../../catalogue/columns/column-documents.ts';
import type { BulkEditOptions } from '../../../catalogue/properties/bulk-documents.ts';
import { findProperty } from '../../../catalogue/properties/product-properties.tsx';
import { formatNumericValue, toEditableText } from '../../../catalogue/values/cell-value.ts';
import { optionsQuery } from '../../../catalogue/values/options-query.ts';
import { formatDateTime } from '../../../catalogue/values/parse-date.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { diffExcerpts } from './excerpts.ts';
import type { PreviewedChange } from './preview-edit.ts';

/** Labels that the descriptions of changes are made from. */
export interface ChangeFormatterOptions {
  readonly model: GridSchema;
  readonly choices: BulkEditOptions;
  readonly page: { readonly channel: string; readonly locale: string };
}

/** Writes changes of values and properties in words: what is changed, and the old and new value. */
export function useChangeFormatter(
  changes: readonly PreviewedChange[],
  { model, choices, page }: ChangeFormatterOptions,
) {
  const attributeOf = (path: string) =>
    path.startsWith('values.') ? model.attributes.find(({ code }) => path === `values.${code}`) : undefined;
  const sets = [...new Set(changes.flatMap(({ path }) => attributeOf(path)?.optionSet?.code ?? []))];
  const options = useQueries({ queries: sets.map((set) => optionsQuery(set, page.locale)) });
  const labelsOf = (path: string) => {
    const property = findProperty(path);
    if (property?.choices === 'channels') return model.channels;
    if (property?.choices !== undefined) return choices[property.choices];
    return options[sets.indexOf(attributeOf(path)?.optionSet?.code ?? '')]?.data ?? [];
  };
  return {
    titleOf: ({ path, channel, locale }: PreviewedChange): string => {
      const label = model.channels.find(({ code }) => code === channel)?.label ?? channel;
      const locales = model.channels.flatMap((one) => one.locales);
      const language = locales.find(({ code }) => code === locale)?.label ?? locale;
      const name = attributeOf(path)?.label ?? findProperty(path)?.title ?? path.replace(/^values\./, '');
      return [name, language, label].filter(Boolean).join(' · ');
    },
    change: (one: PreviewedChange): ReactNode => {
      const choicesOfIt = labelsOf(one.path);
      const labelOf = (code: unknown) =>
        choicesOfIt.find((choice) => choice.code === code)?.label ?? String(code);
      const none = findProperty(one.path)?.column?.none ?? t('empty');
      const inWords = (value: unknown) => formatValue(value, attributeOf(one.path), labelOf);
      const isInherited = one.inherited !== undefined;
      return toValuePairs(isInherited ? one.inherited : one.old, one.new).map(([old, now, currency]) => {
        const [before, after] = diffExcerpts(inWords(old), inWords(now));
        return (
          <span key={currency}>
            <del>
              {isInherited && before !== '' ? t('{value} (inherited)', { value: before }) : before || none}
            </del>{' '}
            <span aria-hidden="true">→</span> <ins>{after || none}</ins>
            {currency === '' ? '' : ` ${currency}`}
          </span>
        );
      });
    },
  };
}

interface Price {
  readonly amount: string;
  readonly currency: string;
}

const toPrices = (value: unknown): readonly Price[] =>
  Array.isArray(value) ? value.filter((one) => typeof one?.currency === 'string') : [];

/** Returns pairs of old and new values; of prices, those that differ, with their currency. */
function toValuePairs(old: unknown, now: unknown): readonly (readonly [unknown, unknown, string])[] {
  const before = toPrices(old);
  const after = toPrices(now);
  const currencies = [...new Set([...before, ...after].map(({ currency }) => currency))];
  if (currencies.length === 0) return [[old, now, '']];
  return currencies.flatMap((currency) => {
    const of = (prices: readonly Price[]) => prices.filter((one) => one.currency === currency);
    const [one, other] = [of(before), of(after)];
    return one[0]?.amount === other[0]?.amount ? [] : [[one, other, currency] as const];
  });
}

const htmlToText = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replaceAll(/<(?=\/?(?:p|li|h\d|br|ul|ol|div)\b)/gi, ' <'), 'text/html')
    .body.textContent.replaceAll(/\s+/g, ' ')
    .trim();

function formatValue(
  value: unknown,
  attribute: GridAttribute | undefined,
  labelOf: (code: unknown) => string,
): string {
  if (value === null || value === undefined) return '';
  const [price] = toPrices(value);
  const isPrice = attribute?.type === 'PRICE';
  const list = Array.isArray(value) ? value : [value];
  const display = list.map(labelOf).join(', ');
  if (attribute === undefined || (isPrice && price === undefined)) return isPrice ? '' : display;
  const currency = price?.currency ?? null;
  if (attribute.type === 'RICH_TEXT') return htmlToText(String(value));
  if (attribute.type === 'DATETIME') return formatDateTime(String(value), localeTag);
  const cell = { attribute, channel: '', locale: '', currency };
  return formatNumericValue(value, cell, localeTag) ?? toEditableText(value, display, cell, localeTag);
}
