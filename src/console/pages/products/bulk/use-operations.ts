import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { readColumns } from '../../../catalogue/columns/column-address.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import { currenciesOf } from '../../../catalogue/columns/currencies.ts';
import { type Operation, type PageContext, verbsOf } from './operations.ts';
import { localesOf } from './places.ts';

/**
 * Returns the operations of a bulk edit, and what changes their list.
 *
 * @param field the field of the first one; empty for none
 */
export function useOperations(model: GridModel, page: PageContext, field: string) {
  const lastKey = useRef(0);
  const { columns = '' } = useSearch({ strict: false });
  const emptyFor = (chosen: string): Omit<Operation, 'key'> => {
    const attribute = model.attributes.find(({ code }) => code === chosen);
    const verb = verbsOf(chosen, attribute)[0] ?? 'set';
    // The currency that the list shows.
    const shown = readColumns(columns).find(({ code, currency }) => code === chosen && currency)?.currency;
    const currency = shown ?? currenciesOf(model, page.channel)[0] ?? '';
    const { channels } = model;
    // A copy comes from another locale or, where there is none, from another channel.
    const isOther = ({ code }: { readonly code: string }) => code !== page.locale;
    const fromLocale = attribute?.localizable
      ? localesOf(model, attribute, page.channel).find(isOther)?.code
      : undefined;
    const isFromChannel = fromLocale === undefined && attribute?.scopable;
    const fromChannel = isFromChannel ? channels.find(({ code }) => code !== page.channel)?.code : undefined;
    return {
      field: chosen,
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
  const emptyOperation = (chosen: string): Operation => {
    lastKey.current += 1;
    return { key: lastKey.current, ...emptyFor(chosen) };
  };
  const [operations, setOperations] = useState<readonly Operation[]>(() => [emptyOperation(field)]);
  return {
    operations,
    /** Returns the operation that a chosen field begins with. */
    emptyFor,
    add: () => setOperations((before) => [...before, emptyOperation('')]),
    change: (next: Operation) =>
      setOperations((before) => before.map((one) => (one.key === next.key ? next : one))),
    remove: ({ key }: Operation) => setOperations((before) => before.filter((one) => one.key !== key)),
  };
}
