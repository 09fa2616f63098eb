import type { WriteContext } from '../../kernel/operation.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';

type Wanted = readonly { readonly code: string }[];

const KEEPERS = `SELECT used, 'Channel', id, code, false FROM public.channel, unnest($2::text[]) AS used
     WHERE organization_id = $1::uuid AND used = ANY(currencies)`;

/** Channels, which need their currencies to stay enabled. */
export function findCurrencyKeepers(
  context: WriteContext,
  currencies: Wanted,
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(context, 'currency.keepers', KEEPERS, parametersFor(context, currencies));
}

/**
 * Channels, attributes (as a required currency), products and entities (in a price) that name a currency. Reads all
 * values of the organization: a deletion is rare and must be right.
 */
export function findCurrencyUsage(
  context: WriteContext,
  currencies: Wanted,
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(
    context,
    'currency.usage',
    `${KEEPERS}
     UNION ALL SELECT used, 'Attribute', id, code, false FROM public.attribute, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND validation -> 'required_currencies' ? used
     UNION ALL SELECT used, type, id, code, deleted_at IS NOT NULL FROM public.value_holder, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid
         AND jsonb_path_exists(
           values, '$.*[*].value[*] ? (@.currency == $currency)', jsonb_build_object('currency', used))`,
    parametersFor(context, currencies),
  );
}

const parametersFor = (context: WriteContext, currencies: Wanted) => [
  context.session.organizationId,
  currencies.map(({ code }) => code),
];
