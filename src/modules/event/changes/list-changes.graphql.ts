import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type PothosTypes } from '../../../graphql/builder.ts';
import { selectedFields } from '../../../graphql/selected-fields.ts';
import { encodeId } from '../../../kernel/ids.ts';
import type { Page } from '../../../kernel/page.ts';
import type { ChangesRequest, FollowedPage } from './walk-changes.ts';

/** The argument of lists that can be followed. */
export const changedSinceArgument = builder.args((t) => ({
  changedSince: t.string({
    description:
      'A `syncToken` of this list: the page contains what changed after it, in the order of the changes, and in `removed` what the list no longer contains. Send the `syncToken` of each page for the next one.',
  }),
}));

/** Returns which fields about changes a request selects of a list. */
export function selectedChanges(
  info: GraphQLResolveInfo,
): Pick<ChangesRequest, 'withSyncToken' | 'withChangedUntil'> {
  const names = selectedFields(info, [[]]);
  return { withSyncToken: names.has('syncToken'), withChangedUntil: names.has('changedUntil') };
}

/** Declares what a list tells its readers so that they can follow its changes. */
export function declareChanges<Row>(
  connection: ObjectRef<PothosTypes, Page<Row>>,
  type: 'Product' | 'Entity',
) {
  const changesOf = (page: Page<Row>) => (page as FollowedPage<Row>).changes;
  builder.objectFields(connection, (t) => ({
    syncToken: t.string({
      nullable: true,
      complexity: 0,
      description:
        'Position of the page in the history of changes, for `changedSince`. To follow a list, keep the token of its first page. Null for lists without `changedSince`.',
      extensions: { omitsNull: true, ofChanges: true },
      resolve: (page) => changesOf(page)?.syncToken ?? null,
    }),
    changedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      complexity: 0,
      description:
        'The page contains every change before this time. Use it as `gte` of the next request for changes by time. Null unless the filter has a condition on `createdAt`, `updatedAt` or `effectiveUpdatedAt`, and in responses that may be older (`max-stale`).',
      extensions: { omitsNull: true, ofChanges: true },
      resolve: (page) => changesOf(page)?.changedUntil ?? null,
    }),
    removed: t.field({
      type: ['ID'],
      nullable: true,
      complexity: 0,
      description:
        'With `changedSince`: ids of changed objects that are deleted or do not match the filter, also if they never did. Otherwise null.',
      extensions: { omitsNull: true, ofChanges: true },
      resolve: (page) => changesOf(page)?.removed?.map((id) => encodeId(type, id)) ?? null,
    }),
  }));
}
