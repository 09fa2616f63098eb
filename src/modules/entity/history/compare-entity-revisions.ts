import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { loadEntityNames } from '../../entity-reference/index.ts';
import {
  type ComparedMoments,
  compareMoments,
  type PlacedValue,
  placed,
  type RevisionComparison,
} from '../../event/index.ts';
import { placedCells } from '../../values/index.ts';
import type { EntityState } from './entity-state.store.ts';
import { entityStatesAt } from './entity-states.ts';

/** Returns the differences between two versions of an entity. */
export const compareEntityRevisions = defineRead({
  name: 'compareEntityRevisions',
  scope: 'entities:read',
  errors: [],
  handler: (context: PrismaReadContext, comparedMoments: ComparedMoments): Promise<RevisionComparison> =>
    compareMoments(context, comparedMoments, async (sequence) => {
      const { organizationId } = context.session;
      const states = await entityStatesAt(context, organizationId, [comparedMoments.objectId], sequence);
      const state = states.get(comparedMoments.objectId);
      return state?.isDeleted === false ? entityValuesByPath(context, state) : [];
    }),
});

/** Returns the own values of an entity, with the keys of its changes. */
async function entityValuesByPath(
  context: PrismaReadContext,
  state: EntityState,
): Promise<readonly PlacedValue[]> {
  const { code, active, labels, parentId, values } = state;
  const above = parentId === null ? [] : [parentId];
  const parents = await loadEntityNames(context, context.session.organizationId, above);
  return [
    placed('code', code),
    ...Object.entries(labels).map(([locale, text]) => placed('labels', text, locale)),
    placed('active', active),
    placed('parent', parents.get(parentId ?? '')?.code ?? null),
    ...placedCells(values),
  ];
}
