import { auditFieldsOf, loadAuditFields } from '../../../platform/ledger/audit-fields.ts';
import { definePastLoader } from '../../../platform/ledger/past-loader.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';
import type { EntityState } from './entity-state.store.ts';
import { entityStatesAt } from './entity-states.ts';

/** An entity as it was, in the form in which the graph answers entities. */
export type EntityAsOf = Entity & { readonly asOf: number };

/** Returns the sequence as of which an entity is returned; null for the present. */
export const sequenceOf = (entity: Entity): number | null => (entity as Partial<EntityAsOf>).asOf ?? null;

/** Loads the entities as they were. Deleted ones have `deletedAt`. */
export const entityAsOfLoader = definePastLoader<EntityAsOf>('entity.at', loadPastEntities);

async function loadPastEntities(
  context: PrismaReadContext,
  ids: readonly string[],
  sequence: number,
): Promise<ReadonlyMap<string, EntityAsOf>> {
  const { organizationId } = context.session;
  const states = await entityStatesAt(context, organizationId, ids, sequence);
  const stamps = await loadAuditFields(context, organizationId, [...states.keys()], sequence);
  const toEntity = (state: EntityState): EntityAsOf => {
    const { isDeleted, ...own } = state;
    const stamp = auditFieldsOf(stamps, state);
    const entity = {
      ...own,
      ...stamp,
      organizationId,
      codeKey: state.code.toLowerCase(),
      deletedAt: isDeleted ? stamp.updatedAt : null,
      asOf: sequence,
    };
    return entity as unknown as EntityAsOf;
  };
  return new Map([...states].map(([id, state]) => [id, toEntity(state)]));
}
