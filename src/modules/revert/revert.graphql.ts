import { builder } from '../../graphql/builder.ts';
import { effectsField } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { CellChangeType, paramsOf } from '../../graphql/problems.ts';
import { WriteOutcomeType } from '../../graphql/write-types.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import type { Message } from '../../kernel/problems/messages/message.ts';
import { renderedOr } from '../../kernel/problems/messages/render-message.ts';
import { WebhookChoiceType } from '../import/import-types.graphql.ts';
import { type EndedRevert, type JobRevert, revertInEffect } from '../job/index.ts';
import { JobRef } from '../job/job.graphql.ts';
import { ActorType } from '../organization/user.graphql.ts';
import { MAX_SYNC_CHANGES } from './resolve-selection.ts';
import {
  type CellSelector,
  type RestoredRevision,
  restoreEntityRevision,
  restoreProductRevision,
} from './restore-revision.ts';
import { getRevertActor } from './revert-actor.ts';
import { type RevertChangesResult, revertChanges } from './revert-changes.ts';
import type { ChangeSelection, NotReverted, RevertConflict, RevertReport } from './revert-input.ts';

const ActorSinceInput = builder.inputType('ActorSinceInput', {
  description: 'All changes of a user or token since a moment.',
  fields: (t) => ({
    actorId: t.id({ required: true, description: 'Id of the user or token, as in `actor` of an event.' }),
    since: t.field({
      type: 'DateTime',
      required: true,
      description: 'Time of the first change, in the past.',
    }),
  }),
});

const ProductVersionInput = builder.inputType('ProductVersionInput', {
  description: 'One version of a product.',
  fields: (t) => ({
    ref: t.id({
      required: true,
      description: 'SKU (case is ignored), id or `ext:system:id`. Id of a deleted product.',
    }),
    version: t.int({ required: true, description: 'Version number after the change.' }),
  }),
});

const EntityVersionInput = builder.inputType('EntityVersionInput', {
  description: 'One version of an entity.',
  fields: (t) => ({
    entityType: t.string({ required: true, description: 'Code of its type, not case-sensitive.' }),
    code: t.string({ required: true, description: 'Code (not case-sensitive) or id.' }),
    version: t.int({ required: true, description: 'Version number after the change.' }),
  }),
});

export const ChangeSelectionInput = builder.inputRef<ChangeSelection>('ChangeSelectionInput').implement({
  description: 'Changes: exactly one of the keys.',
  fields: (t) => ({
    requestId: t.string({
      description:
        'All changes of a request: the header `X-Request-Id` of its response. An id of your own is found among the newest 200,000 events.',
    }),
    jobId: t.id({ description: 'All changes of a finished job: an import, a bulk edit or a revert.' }),
    sequences: t.field({
      type: ['BigInt'],
      description: `Events by their sequence numbers, up to ${MAX_SYNC_CHANGES}.`,
    }),
    actorSince: t.field({
      type: ActorSinceInput,
      description: 'All changes of a user or token since a moment, those of its jobs included.',
    }),
    product: t.field({ type: ProductVersionInput, description: 'One version of a product.' }),
    entity: t.field({ type: EntityVersionInput, description: 'One version of an entity.' }),
  }),
});

const ConflictChoiceType = builder.enumType('RevertConflictChoice', {
  description: 'What to do with values that have been changed again since.',
  values: {
    SKIP: { value: 'skip', description: 'They stay, and are listed as conflicts.' },
    FORCE: { value: 'force', description: 'They get the old value too. Later changes of them are lost.' },
  } as const,
});

const RevertChangesInput = builder.inputType('RevertChangesInput', {
  description: 'Changes to revert.',
  fields: (t) => ({
    selection: t.field({ type: ChangeSelectionInput, required: true, description: 'The changes.' }),
    onConflict: t.field({
      type: ConflictChoiceType,
      required: true,
      defaultValue: 'skip',
      description: 'What to do with values that have been changed again since.',
    }),
    webhooks: t.field({
      type: WebhookChoiceType,
      required: true,
      defaultValue: 'summary',
      description: 'Webhook deliveries that a job causes. Without a job, each change is delivered.',
    }),
    dryRun: t.boolean({
      required: true,
      defaultValue: true,
      description: 'If true, reports what would happen and stores nothing.',
    }),
  }),
});

const RevertConflictType = builder.objectRef<RevertConflict>('RevertConflict').implement({
  description: 'A change that was not reverted, and why.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Kind of the object: `product`, `entity`, `attribute` …' }),
    id: t.exposeID('id', { description: 'Id of the object.' }),
    ref: t.exposeString('ref', { description: 'SKU or code of the object at the time of the change.' }),
    sequence: t.field({
      type: 'BigInt',
      description: 'Sequence number of the event of the change.',
      resolve: ({ sequence }) => String(sequence),
    }),
    path: t.exposeString('path', {
      nullable: true,
      description:
        'Path of the field or value: `values.name`; null for the creation or deletion of the object.',
    }),
    channel: t.exposeString('channel', { nullable: true, description: 'Channel of a value.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Locale of a value or text.' }),
    wanted: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value before the change; null if there was none or the caller cannot read the object.',
      resolve: ({ wanted }) => wanted,
    }),
    present: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Value that stays, of a `changed-since`; null if there is none or the caller cannot read the object.',
      resolve: ({ present }) => present,
    }),
    code: t.exposeString('code', {
      description:
        'Error code for programs: `changed-since`, `deleted`, or the code of the rule that refuses the old value, such as `not-unique` or `option-not-found`.',
    }),
    message: t.string({
      description: 'Message for people, in the language of `Accept-Language`.',
      resolve: ({ message, text }, _args, { language }) =>
        renderedOr(message, text as Message | null, language),
    }),
    messageKey: t.string({
      nullable: true,
      description:
        'Key of the message, for programs with messages of their own; null if it exists in English only.',
      resolve: ({ text }) => (text as Message | null)?.key ?? null,
    }),
    params: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Values in the message, by name; null without a key.',
      resolve: ({ text }) => paramsOf(text as Message | null),
    }),
    changedBy: t.field({
      type: ActorType,
      nullable: true,
      description: 'Author of the latest change since; null unless the code is `changed-since`.',
      resolve: ({ changedBy }) => changedBy,
    }),
    changedSequence: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Sequence number of that change.',
      resolve: ({ changedSequence }) => (changedSequence === null ? null : String(changedSequence)),
    }),
  }),
});

const NotRevertedType = builder.objectRef<NotReverted>('NotReverted').implement({
  description: 'Selected events that are never reverted: those of media and of the organization.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Event type: `attribute.updated`.' }),
    count: t.exposeInt('count', { description: 'Number of events.' }),
  }),
});

const REPORT_VIEW = `{ changes updated deleted restored unchanged skipped conflicts { type id ref sequence path channel
  locale wanted present code message messageKey params changedBy { type id name } changedSequence } notReverted { type count } }`;

const RevertReportType = builder.objectRef<RevertReport>('RevertReport').implement({
  description: 'Result of a revert. Objects are counted, not changes.',
  extensions: { view: REPORT_VIEW } satisfies TypeExtensions,
  fields: (t) => ({
    changes: t.exposeInt('changes', {
      description: 'Number of selected events of products, entities and the configuration.',
    }),
    updated: t.exposeInt('updated', { description: 'Objects that got old values back.' }),
    deleted: t.exposeInt('deleted', { description: 'Created objects that were deleted.' }),
    restored: t.exposeInt('restored', { description: 'Deleted objects that were restored.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Objects that were as before the changes already.' }),
    skipped: t.exposeInt('skipped', { description: 'Objects of which every change is a conflict.' }),
    conflicts: t.field({
      type: [RevertConflictType],
      description: 'Changes that were not reverted.',
      resolve: ({ conflicts }) => conflicts,
    }),
    notReverted: t.field({
      type: [NotRevertedType],
      description: 'Selected events of other objects. Media and the organization are not reverted.',
      resolve: ({ notReverted }) => notReverted,
    }),
  }),
});

const RevertChangesPayload = builder
  .objectRef<RevertChangesResult & { readonly dryRun: boolean }>('RevertChangesPayload')
  .implement({
    description: 'The report, or the job that reverts more changes than one request can.',
    extensions: {
      view: `{ report ${REPORT_VIEW} jobId dryRun }`,
    } satisfies TypeExtensions,
    isTypeOf: (value) => typeof value === 'object' && value !== null && 'report' in value,
    fields: (t) => ({
      report: t.field({
        type: RevertReportType,
        nullable: true,
        description: 'What happened, or would happen; null if there is a job.',
        resolve: ({ report }) => report,
      }),
      jobId: t.exposeID('jobId', {
        nullable: true,
        description: `Id of the job that reverts more than ${MAX_SYNC_CHANGES} changes or 4 MB; its errors are the conflicts. Null otherwise.`,
      }),
      dryRun: t.boolean({
        description: 'True if this was a dry run and nothing was stored.',
        resolve: ({ isDryRun }) => isDryRun,
      }),
      effects: t.field({
        ...effectsField,
        description:
          'In the response of a dry run without a job: the effects of reverted changes of the configuration on products and entities. Null otherwise.',
        resolve: ({ report }, _args, { effects }) => (report === null ? null : effects),
      }),
    }),
  });

defineMutation(revertChanges, {
  description: `Reverts changes of products and entities: of a request, a job, a user or token, or single events. A value goes back only where it is still what the change made of it; others are listed as conflicts. Sets and links lose what was added and get back what was removed. Created objects are deleted, unless others have changed them since; deleted ones are restored. Requires the scopes to write all of them. More than ${MAX_SYNC_CHANGES} changes, or 4 MB of old and new values, are reverted by a job. To undo a revert, revert its changes in the same way.`,
  payload: RevertChangesPayload,
  // The input says it: a job can be a dry run too.
  dryRun: false,
  dryRunOf: (input) => (input.dryRun ? { ...input, dryRun: false } : null),
  args: builder.args((t) => ({
    input: t.field({ type: RevertChangesInput, required: true, description: 'The changes.' }),
  })),
  input: ({ input: { selection, onConflict, webhooks, dryRun } }) => ({
    selection: selection as ChangeSelection,
    onConflict,
    webhooks,
    dryRun,
  }),
  exposure: { rest: { method: 'POST', path: '/changes/revert' } },
});

const CellChoiceInput = builder.inputRef<CellSelector>('CellChoiceInput').implement({
  description: 'A field or value of an object.',
  fields: (t) => ({
    path: t.string({
      required: true,
      description: 'Path as in `changes` of a revision: `status`, `values.name`.',
    }),
    channel: t.string({ description: 'Channel of the value; every channel by default.' }),
    locale: t.string({ description: 'Locale of the value or text; every locale by default.' }),
  }),
});

const RestoreRevisionPayload = builder
  .objectRef<RestoredRevision & { readonly dryRun: boolean }>('RestoreRevisionPayload')
  .implement({
    description: 'The object after the write.',
    extensions: {
      view: `{ id ref version outcome changes { path channel locale old new } notRestored { type id ref sequence path channel locale wanted present code message
        messageKey params changedBy { type id name } changedSequence } }`,
    } satisfies TypeExtensions,
    isTypeOf: (value) =>
      typeof value === 'object' && value !== null && 'outcome' in value && 'notRestored' in value,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the object.' }),
      ref: t.exposeString('ref', { description: 'SKU or code after the write.' }),
      version: t.exposeInt('version', { description: 'Version after the write.' }),
      outcome: t.field({
        type: WriteOutcomeType,
        description: 'Outcome of the write.',
        resolve: ({ outcome }) => outcome,
      }),
      changes: t.field({
        type: [CellChangeType],
        description: 'Changes from the state before the write to the restored one.',
        resolve: ({ changes }) => changes,
      }),
      notRestored: t.field({
        type: [RevertConflictType],
        description: 'What could not be restored, and why.',
        resolve: ({ notRestored }) => notRestored,
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  });

const revisionArguments = builder.args((t) => ({
  version: t.int({ required: true, description: 'Version number of the state to restore.' }),
  cells: t.field({
    type: [CellChoiceInput],
    description: 'Fields and values to restore; all by default. Others do not change.',
  }),
}));

const RESTORED =
  'Later changes of these fields are lost; the revisions keep them. Links to deleted objects, options that are gone, unique values that others have and statuses that a publish guard refuses are not restored, and are listed in `notRestored`.';

defineMutation(restoreProductRevision, {
  description: `Restores the own fields and values that a product had at a version. ${RESTORED}`,
  payload: RestoreRevisionPayload,
  args: {
    ...builder.args((t) => ({
      ref: t.id({
        required: true,
        description: 'SKU (case is ignored), id or `ext:system:id`.',
      }),
    })),
    ...revisionArguments,
  },
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/products/{ref}/revisions/{version}/restore' } },
});

defineMutation(restoreEntityRevision, {
  description: `Restores the own fields and values that an entity had at a version. ${RESTORED}`,
  payload: RestoreRevisionPayload,
  args: {
    ...builder.args((t) => ({
      entityType: t.string({ required: true, description: 'Code of its type, not case-sensitive.' }),
      code: t.string({ required: true, description: 'Code (not case-sensitive) or id.' }),
    })),
    ...revisionArguments,
  },
  input: (args) => args,
  exposure: {
    rest: { method: 'POST', path: '/entities/{entityType}/{code}/revisions/{version}/restore' },
  },
});

const JobRevertType = builder.objectRef<JobRevert>('JobRevert').implement({
  description: 'The revert of what a job did.',
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When.', resolve: ({ at }) => at }),
    actor: t.field({
      type: ActorType,
      nullable: true,
      description: 'User or token that reverted it; null if that is no longer stored.',
      resolve: (revert, _args, context) => context.read(getRevertActor, revert),
    }),
    jobId: t.id({
      nullable: true,
      description: 'Id of the job that reverted it; null if a request did.',
      resolve: ({ jobId }) => (jobId === null ? null : encodeId('Job', jobId)),
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'Id of the request that reverted it; null if a job did.',
    }),
    objects: t.exposeInt('objects', { description: 'Number of objects of which changes were reverted.' }),
    conflictCount: t.exposeInt('conflictCount', { description: 'Number of changes that stay.' }),
    conflicts: t.field({
      type: [RevertConflictType],
      description:
        'The first 20 changes that stay, without values, of a revert by a request. Those of a job are its errors.',
      resolve: ({ conflicts }) => conflicts as unknown as RevertConflict[],
    }),
  }),
});

builder.prismaObjectFields(JobRef, (t) => ({
  reverted: t.field({
    type: JobRevertType,
    nullable: true,
    description:
      'The latest revert of what the job did; null for none, and after that revert was itself reverted.',
    select: { reverted: true },
    resolve: ({ reverted }) => revertInEffect(reverted as JobRevert | EndedRevert | null),
  }),
  reverts: t.prismaField({
    type: JobRef,
    nullable: true,
    description: 'The job that a job of the type `REVERT` reverts; null for other jobs and other changes.',
    select: { type: true, subject: true },
    // Prisma answers all of one tick by one statement.
    resolve: (query, { type, subject }, _args, { prisma, caller: { organizationId } }) => {
      const id = type === 'revert' && subject !== null ? decodeIdOf('Job', subject) : null;
      return id === null
        ? null
        : prisma.job.findUnique({ ...query, where: { organizationId_id: { organizationId, id } } });
    },
  }),
}));
