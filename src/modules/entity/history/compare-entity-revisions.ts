import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { loadEntityNames } from '../../entity-reference/index.ts';
import {
  compareRevisions,
  type PathValue,
  type RevisionComparison,
  type RevisionRange,
  valuesByPath,
} from '../../event/index.ts';
import { cellsByPath } from '../../values/index.ts';
import type { EntityState } from './entity-state.store.ts';
import { entityStatesAt } from './entity-states.ts';

/** Returns the differences between two versions of an entity. */
export const compareEntityRevisions = defineRead({
  name: 'compareEntityRevisions',
  scope: 'entities:read',
  errors: [],
  handler: (context: PrismaReadContext, comparedMoments: RevisionRange): Promise<RevisionComparison> =>
    compareRevisions(context, comparedMoments, async (sequence) => {
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
): Promise<readonly PathValue[]> {
  const { code, active, labels, parentId, values } = state;
  const above = parentId === null ? [] : [parentId];
  const parents = await loadEntityNames(context, context.session.organizationId, above);
  return [
    valuesByPath('code', code),
    ...Object.entries(labels).map(([locale, text]) => valuesByPath('labels', text, locale)),
    valuesByPath('active', active),
    valuesByPath('parent', parents.get(parentId ?? '')?.code ?? null),
    ...cellsByPath(values),
  ];
}
