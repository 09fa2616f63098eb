import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { HistoryPoint } from '../../../kernel/text/history-point.ts';
import type { AsOfKey } from '../../../platform/ledger/past-loader.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { EntityReference } from '../../entity-reference/index.ts';
import { resolveSequence } from '../../event/index.ts';
import { findEntityIdsByCode } from './entity-state.store.ts';
import { entityStatesAt } from './entity-states.ts';

/**
 * Returns the entity that a reference names, and the sequence of a time. A code is searched for among the entities of
 * today, then among deleted ones, the latest first: of those the first that existed. Null when none did.
 */
export const findEntityAsOf = defineRead({
  name: 'getEntity',
  scope: 'entities:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { entityType, code, asOf }: EntityReference & { readonly asOf: HistoryPoint },
  ): Promise<AsOfKey | null> {
    const { organizationId } = context.session;
    const id = decodeIdOf('Entity', code);
    const ids = id === null ? await findEntityIdsByCode(context, organizationId, { entityType, code }) : [id];
    const sequence = await resolveSequence(context, asOf, { parameter: 'asOf', objectId: ids[0] ?? null });
    const states = await entityStatesAt(context, organizationId, ids, sequence);
    const candidateStates = ids.flatMap((one) => states.get(one) ?? []);
    // An id of an entity of another type is none of this one.
    const ofType = candidateStates.filter((state) => foldKey(state.entityType) === foldKey(entityType));
    const matchingState = ofType.find(({ isDeleted }) => !isDeleted) ?? ofType[0];
    return matchingState === undefined ? null : { id: matchingState.id, sequence };
  },
});
