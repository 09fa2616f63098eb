import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import { parseColumns } from '../../../catalogue/columns/column-spec.ts';
import { orderCurrencies } from '../../../catalogue/columns/order-currencies.ts';
import { availableOperations, type BulkOperation, type PageContext } from './operations.ts';
import { attributeLocales } from './select-options.ts';
import { TEXTS_FIELD, translatableAttributes } from './translatable-attributes.ts';

/**
 * Returns the operations of a bulk edit, and what changes their list.
 *
 * @param field the field of the first one; empty for none; all texts begin with a copy from the locale to compare with
 */
export function useOperations(model: GridSchema, page: PageContext, field: string) {
  const lastKey = useRef(0);
  const { compare } = useViewScope();
  const { columns = '' } = useSearch({ strict: false });
  const emptyFor = (fieldCode: string): Omit<BulkOperation, 'key'> => {
    const attribute = model.attributes.find(({ code }) => code === fieldCode);
    const verb = availableOperations(fieldCode, attribute)[0] ?? 'set';
    // The currency that the list shows.
    const visibleCurrency = parseColumns(columns).find(
      ({ code, currency }) => code === fieldCode && currency,
    )?.currency;
    const currency = visibleCurrency ?? orderCurrencies(model, page.channel)[0] ?? '';
    const { channels } = model;
    // A copy comes from another locale or, where there is none, from another channel.
    const isOther = ({ code }: { readonly code: string }) => code !== page.locale;
    const others = attribute?.localizable
      ? attributeLocales(model, attribute, page.channel).filter(isOther)
      : [];
    const compared = others.find(({ code }) => code === compare?.locale.code);
    const fromLocale = (compared ?? others[0])?.code;
    const isFromChannel = fromLocale === undefined && attribute?.scopable;
    const fromChannel = isFromChannel ? channels.find(({ code }) => code !== page.channel)?.code : undefined;
    return {
      field: fieldCode,
      verb,
      text: '',
      put: '',
      isCaseMatched: false,
      typed: null,
      codes: [],
      ...page,
      fromChannel: fromChannel ?? page.channel,
      fromLocale: fromLocale ?? page.locale,
      onlyEmpty: false,
      currency,
      unit: '',
      rounding: '',
    };
  };
  const emptyOperation = (fieldCode: string): BulkOperation => {
    lastKey.current += 1;
    return { key: lastKey.current, ...emptyFor(fieldCode) };
  };
  const [operations, setOperations] = useState<readonly BulkOperation[]>(() => {
    const texts = field === TEXTS_FIELD ? translatableAttributes(model) : [];
    if (texts.length === 0) return [emptyOperation(field === TEXTS_FIELD ? '' : field)];
    return texts.map(({ code }) => ({ ...emptyOperation(code), verb: 'copy', onlyEmpty: true }));
  });
  return {
    operations,
    /** Returns the operation that a chosen field begins with. */
    emptyFor,
    add: () => setOperations((before) => [...before, emptyOperation('')]),
    change: (next: BulkOperation) =>
      setOperations((before) => before.map((one) => (one.key === next.key ? next : one))),
    remove: ({ key }: BulkOperation) => setOperations((before) => before.filter((one) => one.key !== key)),
  };
}
