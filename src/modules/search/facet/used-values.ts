import { foldKey } from '../../../kernel/codes.ts';
import type { ReadContext } from '../../../kernel/operation.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { CellScope } from '../filter/plan.ts';
import { findMatchingPlans } from '../search.store.ts';
import { searchStateOf } from '../search-state.ts';
import { type ProductAccess, restrictTo } from '../visibility.ts';
import { effectiveScope } from './value-field.ts';

/** Codes of options or entities, and where they are values. */
export interface UsedValuesRequest {
  readonly structure: CatalogueStructure;
  readonly visibility: ProductAccess;
  /** Channel and locale (stored codes) of the values. */
  readonly cellScope: CellScope;
  readonly values: readonly { readonly attribute: AttributeDefinition; readonly code: string }[];
}

/** Returns those of some codes that are a value of a product that may be seen, by their index. */
export async function findUsedValues(
  context: ReadContext,
  { structure, visibility, cellScope, values }: UsedValuesRequest,
): Promise<ReadonlySet<number>> {
  const { organizationId } = context.session;
  const { columns, liveIsUnknown } = await searchStateOf(context, structure);
  const plans = values.map(({ attribute, code }) => {
    const test = { kind: 'one-of', keys: [foldKey(code)] } as const;
    const value = {
      attribute: attribute.code,
      cellScope: effectiveScope(attribute, cellScope),
      scope: 'any',
      test,
    } as const;
    return restrictTo(visibility, { kind: 'value', value }, { structure, liveIsUnknown });
  });
  return findMatchingPlans(context, { table: 'product', organizationId, structure, columns }, plans);
}
