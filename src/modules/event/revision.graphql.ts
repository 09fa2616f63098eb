import { builder } from '../../graphql/builder.ts';
import { defineConnection } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { CellChangeType } from '../../graphql/problems.ts';
import { encodeId } from '../../kernel/ids.ts';
import { ActorType } from '../organization/user.graphql.ts';
import type { RevisionComparison } from './compare-revisions.ts';
import type { Revision } from './revision.store.ts';

export const RevisionKind = builder.enumType('RevisionKind', {
  description: 'Kind of a revision.',
  values: {
    CREATED: { value: 'created', description: 'It was created.' },
    UPDATED: { value: 'updated', description: 'It was changed.' },
    DELETED: { value: 'deleted', description: 'It was deleted.' },
    RESTORED: { value: 'restored', description: 'It was restored.' },
  } as const,
});

const revisionView = (ids: string) => `{ version kind at actor { type id name } origin ${ids} comment
  changes { path channel locale old new } changesTruncated }`;

/** A revision as MCP returns it. */
export const REVISION_VIEW = revisionView('');

/** A comparison as REST and MCP return it. */
export const COMPARISON_VIEW = '{ from to changes { path channel locale old new } }';

export const RevisionType = builder.objectRef<Revision>('Revision').implement({
  description: 'One version of an object, with its author, time and changes.',
  extensions: {
    view: revisionView('jobId requestId revert'),
  } satisfies TypeExtensions,
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Version after the change.' }),
    kind: t.field({
      type: RevisionKind,
      description: 'Kind of the change.',
      resolve: ({ kind }) => kind as 'created',
    }),
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => at }),
    actor: t.field({
      type: ActorType,
      description: 'User or token that made the change.',
      resolve: ({ actor }) => actor,
    }),
    origin: t.exposeString('origin', {
      description: 'API or source of the change: `graphql`, `rest`, `import` …',
    }),
    jobId: t.id({
      nullable: true,
      description: 'Id of the job that made the change; null for none.',
      resolve: ({ jobId }) => (jobId === null ? null : encodeId('Job', jobId)),
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description:
        'Id of the request that made the change; null for none. `revertChanges` reverts all changes of a request, or of a job.',
    }),
    revert: t.exposeBoolean('revert', {
      description: 'Whether the change takes earlier changes back, by `revertChanges`.',
    }),
    comment: t.exposeString('comment', { nullable: true, description: 'Comment of the author, if any.' }),
    changes: t.field({
      type: [CellChangeType],
      description: 'Changes; empty for a creation.',
      resolve: ({ changes }) => changes,
    }),
    changesTruncated: t.exposeBoolean('changesTruncated', {
      description:
        'True if the change is larger than 64 KB and only its paths are shown. `revision` of a product shows all of one version.',
    }),
  }),
});

export const RevisionComparisonType = builder.objectRef<RevisionComparison>('RevisionComparison').implement({
  description: 'What differs between two moments of an object.',
  extensions: { view: COMPARISON_VIEW } satisfies TypeExtensions,
  fields: (t) => ({
    from: t.field({
      type: 'BigInt',
      description: 'Sequence number of the event right after which `old` values were held.',
      resolve: ({ from }) => String(from),
    }),
    to: t.field({
      type: 'BigInt',
      description: 'Sequence number of the event right after which `new` values were held.',
      resolve: ({ to }) => String(to),
    }),
    changes: t.field({
      type: [CellChangeType],
      description: 'Own values and properties that differ; all of them if it did not exist at one moment.',
      resolve: ({ changes }) => changes,
    }),
  }),
});

/** Complexity of a result as of an earlier time: it is rebuilt from the changes since. */
export const REBUILD_COST = { field: 25, multiplier: 1 } as const;

/** The two times of a comparison. */
export const comparisonArguments = builder.args((t) => ({
  from: t.field({
    type: 'Moment',
    description: 'The first moment. Defaults to the moment right before the latest change until `to`.',
  }),
  to: t.field({ type: 'Moment', description: 'The second moment. Defaults to the present.' }),
}));

export const RevisionConnection = defineConnection(
  'Revision',
  RevisionType as never as Parameters<typeof defineConnection<Revision>>[1],
);
