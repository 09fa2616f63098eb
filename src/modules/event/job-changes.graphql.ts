import { builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { CellChangeType } from '../../graphql/problems.ts';
import type { RequestLoaders } from '../../platform/loader.ts';
import type { FieldCount, JobChange } from '../job/index.ts';
import { JobRef } from '../job/job.graphql.ts';
import { createdValuesLoader } from '../product/index.ts';
import type { LedgerJobChange } from './job-changes.store.ts';
import { listJobChanges, listJobFields } from './job-changes.ts';
import { RevisionKind } from './revision.graphql.ts';

type ChangeView = JobChange | LedgerJobChange;

/** Returns the changes of an object; of a product that was created the values that it was created with. */
const showChange = async (change: ChangeView, context: RequestLoaders): Promise<ShownChanges> =>
  change.kind === 'created' && change.type === 'product' && 'objectId' in change
    ? ((await context.load(createdValuesLoader, change.objectId)) ?? UNKNOWN)
    : change;

type ShownChanges = Pick<JobChange, 'changes' | 'changesTruncated'>;

/** Changes of a product when the ledger no longer has the values that it was created with. */
const UNKNOWN: ShownChanges = { changes: [], changesTruncated: true };

const JobChangeType = builder.objectRef<ChangeView>('JobChange').implement({
  description: 'What a job did to a product or entity, or would do.',
  extensions: {
    view: '{ type ref kind changes { path channel locale old new } changesTruncated }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Kind of the object: `product` or `entity`.' }),
    ref: t.exposeString('ref', { description: 'SKU or code at the time of the change.' }),
    kind: t.field({
      type: RevisionKind,
      description: 'Kind of the change.',
      resolve: ({ kind }) => kind,
    }),
    changes: t.field({
      type: [CellChangeType],
      description:
        'Changed fields and values. Of a created product: the values that it was created with. Empty for created entities, deletions and restorations.',
      resolve: async (change, _args, context) => [...(await showChange(change, context)).changes],
    }),
    changesTruncated: t.boolean({
      description: 'True if the change is larger than 64 KB and only its paths are shown.',
      resolve: async (change, _args, context) => (await showChange(change, context)).changesTruncated,
    }),
  }),
});

const JobChangeConnection = defineConnection(
  'JobChange',
  JobChangeType as never as Parameters<typeof defineConnection<ChangeView>>[1],
);

const JobFieldType = builder.objectRef<FieldCount>('JobField').implement({
  description: 'A field that a job changed, or would change.',
  extensions: { view: '{ path channel locale count }' } satisfies TypeExtensions,
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Path in snake_case: `status`, `values.name`.' }),
    channel: t.exposeString('channel', { nullable: true, description: 'Channel of a value.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Locale of a value or text.' }),
    count: t.exposeInt('count', { description: 'Number of objects in which it changed.' }),
  }),
});

const SELECTED = {
  id: true,
  dryRun: true,
  queuedAt: true,
  startedAt: true,
  finishedAt: true,
  preview: true,
} as const;

builder.prismaObjectFields(JobRef, (t) => ({
  changes: t.field({
    type: JobChangeConnection,
    description:
      'What the job did to products and entities, in order. Of a dry run of an import or bulk edit: what it would do to the first 50. Objects that the caller cannot read are left out.',
    args: pageArguments,
    complexity: pageComplexity,
    select: SELECTED,
    extensions: {
      ...operationExtensions(listJobChanges),
      rest: { method: 'GET', path: '/import-export/jobs/{id}/changes', parent: 'job' },
    },
    resolve: (job, page, context) => context.read(listJobChanges, { job, ...page }),
  }),
  changedFields: t.field({
    type: [JobFieldType],
    description:
      'Fields that the job changed in existing products and entities, by its first 10,000 changes, the most frequent first. Of a dry run of an import or bulk edit: those that it would change, with those of new objects.',
    complexity: { field: 25, multiplier: 1 },
    select: SELECTED,
    extensions: {
      ...operationExtensions(listJobFields),
      rest: { method: 'GET', path: '/import-export/jobs/{id}/changed-fields', parent: 'job' },
    },
    resolve: async (job, _args, context) => [...(await context.read(listJobFields, job))],
  }),
}));
