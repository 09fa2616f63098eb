import type { JsonValue } from '../../../kernel/json.ts';
import { loadInitialCells } from '../../../platform/ledger/historical-states.ts';
import { MAX_PUBLIC_CHANGE_BYTES } from '../../../platform/ledger/public-changes.ts';
import { defineLoader } from '../../../platform/loader.ts';
import type { PathValue } from '../../event/index.ts';
import { cellsByPath, isCellChange, replaceCells } from '../../values/index.ts';
import { loadStoredStates } from './product-state.store.ts';

/** The values that a product was created with, as changes from nothing. */
interface CreatedValues {
  readonly changes: readonly (Omit<PathValue, 'value'> & { readonly old: null; readonly new: JsonValue })[];
  /** True if there are more changes than are listed: then only their paths are listed. */
  readonly changesTruncated: boolean;
}

/** Loads the own values that products were created with, by UUID; null where the ledger no longer records them. */
export const createdValuesLoader = defineLoader<string, CreatedValues>({
  name: 'product.created_values',
  keyOf: (id) => id,
  async load(context, ids) {
    const { organizationId } = context.session;
    // The states are read first: a change that is committed in between reports the values that were read.
    const states = await loadStoredStates(context, organizationId, ids);
    const present = new Map(states.map(({ id, values }) => [id, values]));
    const cells = await loadInitialCells(context, organizationId, ids);
    return new Map(
      [...cells].map(([id, first]) => [
        id,
        asCreated(cellsByPath(replaceCells(present.get(id) ?? {}, first.filter(isCellChange)))),
      ]),
    );
  },
});

function asCreated(values: readonly PathValue[]): CreatedValues {
  const changes = values.map(({ value, ...place }) => ({ ...place, old: null, new: value }));
  if (JSON.stringify(changes).length <= MAX_PUBLIC_CHANGE_BYTES) return { changes, changesTruncated: false };
  return { changes: changes.map((one) => ({ ...one, new: null })), changesTruncated: true };
}
