import { CURRENCY_PATTERN, foldKey } from '../../kernel/codes.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Currency } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { equalTo } from '../../platform/resource/resource-list.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { resourceInUse } from '../../platform/resource/write-resources.ts';
import { currencyLabel } from './currency-rules.ts';

/** A currency as it is written. */
export interface CurrencyDocument {
  readonly code: string;
  readonly enabled: boolean;
}

export const currencyStore = createTableStore<CurrencyDocument>({ table: 'currency', fields: ['enabled'] });

/** Users of currencies that are to be disabled, by folded code. */
type ReferencesByCode = ReadonlyMap<string, Usages>;

/** Only enabled or only disabled ones. */
type Filter = { readonly enabled?: boolean | null | undefined };

export const currencyResource = defineResource<Currency, CurrencyDocument, ReferencesByCode, Filter>({
  resource: 'currency',
  type: 'Currency',
  noun: 'currency',
  plural: 'currencies',
  scopes: { read: 'settings:read', write: 'settings:write' },
  store: currencyStore,
  list: {
    where: ({ enabled }, parameters) => equalTo('enabled', enabled, 'boolean', parameters),
    labelOf: currencyLabel,
  },
  codeRule: { pattern: CURRENCY_PATTERN, hint: localized('currency-invalid') },
  usedAs: ['currency', 'enabled_currency'],
  blank: ({ code }) => ({ code: String(code), enabled: false }),
  async references(context, next, current) {
    const disabled = next.filter(({ enabled }, index) => !enabled && current[index]?.enabled === true);
    return findUsages(context, ['enabled_currency'], disabled);
  },
  check(next, current, keepers) {
    const disabling = !next.enabled && current?.enabled === true;
    const usageError = disabling
      ? resourceInUse(localized('currency-not-disabled', { ref: next.code }), keepers.get(foldKey(next.code)))
      : null;
    return { document: next, problems: [], refusal: usageError };
  },
});

export const { loader: currencyLoader, upsert: upsertCurrencies } = currencyResource;
