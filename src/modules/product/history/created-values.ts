import { loadFirstCells } from '../../../platform/ledger/earlier-states.ts';
import { defineLoader } from '../../../platform/loader.ts';
import type { PlacedValue } from '../../event/index.ts';
import { isCellChange, placedCells, withCells } from '../../values/index.ts';
import { loadStoredStates } from './product-state.store.ts';

/** The own values that products were created with, by UUID; null where the ledger no longer says so. */
export const createdValuesLoader = defineLoader<string, readonly PlacedValue[]>({
  name: 'product.created_values',
  keyOf: (id) => id,
  async load(context, ids) {
    const { organizationId } = context.session;
    // First the states: a change that is committed in between says what was read.
    const states = await loadStoredStates(context, organizationId, ids);
    const present = new Map(states.map(({ id, values }) => [id, values]));
    const cells = await loadFirstCells(context, organizationId, ids);
    return new Map(
      [...cells].map(([id, first]) => [
        id,
        placedCells(withCells(present.get(id) ?? {}, first.filter(isCellChange))),
      ]),
    );
  },
});
