import { loadEventStamps, stampsOf } from '../../../platform/ledger/event-stamps.ts';
import { defineLoader } from '../../../platform/loader.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';
import { entityStatesAt } from './entity-states.ts';

/** An entity as of a sequence. */
export interface PastEntityKey {
  /** UUID. */
  readonly id: string;
  readonly sequence: number;
}

/** An entity as it was, in the form in which the graph answers entities. */
export type PastEntity = Entity & { readonly asOf: number };

/** Returns the sequence as of which an entity is returned; null for the present. */
export const sequenceOf = (entity: Entity): number | null => (entity as Partial<PastEntity>).asOf ?? null;

const keyOf = ({ id, sequence }: PastEntityKey) => `${id}/${sequence}`;

/** Entities as they were. Deleted ones have `deletedAt`. */
export const entityAtLoader = defineLoader<PastEntityKey, PastEntity>({
  name: 'entity.at',
  keyOf,
  async load(context, keys) {
    const found = new Map<string, PastEntity>();
    for (const [sequence, wanted] of Map.groupBy(keys, (key) => key.sequence)) {
      const ids = wanted.map(({ id }) => id);
      for (const entity of await loadPastEntities(context, ids, sequence))
        found.set(keyOf({ id: entity.id, sequence }), entity);
    }
    return found;
  },
});

async function loadPastEntities(
  context: PrismaReadContext,
  ids: readonly string[],
  sequence: number,
): Promise<readonly PastEntity[]> {
  const { organizationId } = context.session;
  const states = await entityStatesAt(context, organizationId, ids, sequence);
  const stamps = await loadEventStamps(context, organizationId, [...states.keys()], sequence);
  return [...states.values()].map((state) => {
    const { isDeleted, ...own } = state;
    const stamp = stampsOf(stamps, state);
    const entity = {
      ...own,
      ...stamp,
      organizationId,
      codeKey: state.code.toLowerCase(),
      deletedAt: isDeleted ? stamp.updatedAt : null,
      asOf: sequence,
    };
    return entity as unknown as PastEntity;
  });
}
