import { builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { encodeId } from '../../kernel/ids.ts';
import {
  ConfigurationFieldChangeType,
  labelOfObject,
} from '../configuration/configuration-changes.graphql.ts';
import { labelArguments } from '../locale/labels.graphql.ts';
import { ActorType } from '../organization/user.graphql.ts';
import { AUDIT_AREAS, type AuditArea } from './audit-areas.ts';
import { type AuditLogEntry, type AuditObject, isHistoryKind } from './audit-entry.ts';
import { getAuditEntry, listAuditEntries } from './list-audit-entries.ts';

const DESCRIPTIONS: Readonly<Record<AuditArea, string>> = {
  access: 'Sign-ins, changed passwords and denied requests.',
  members: 'Members, their roles, and erasures of personal data.',
  tokens: 'Tokens and keys of storefronts.',
  webhooks: 'Webhooks: their settings, failures and replays.',
  model:
    'Attributes, groups, sets, options, categories, entity types, association types and measurement families.',
  settings: 'The organization, channels, locales, currencies and storefronts.',
  data_flows:
    'Imports, exports and reverts that ended, their profiles, and jobs that people stopped or resumed.',
};

const AuditAreaType = builder.enumType('AuditArea', {
  description: 'Area of the audit log. Changes of products, entities and media are in none: see `events`.',
  values: Object.fromEntries(
    AUDIT_AREAS.map((area) => [area.toUpperCase(), { value: area, description: DESCRIPTIONS[area] }]),
  ) as { [Area in AuditArea as Uppercase<Area>]: { value: Area; description: string } },
});

const AuditObjectType = builder.objectRef<AuditObject>('AuditObject').implement({
  description: 'An object that an entry of the audit log is about.',
  fields: (t) => ({
    type: t.exposeString('type', {
      description:
        '`user`, `token`, `storefront_key`, `webhook`, `job`, or the kind of an object of the configuration, such as `attribute`.',
    }),
    id: t.exposeString('id', { description: 'Its id.' }),
    code: t.exposeString('code', {
      nullable: true,
      description: 'Code of an object of the configuration; null for others.',
    }),
    optionSet: t.exposeString('optionSet', {
      nullable: true,
      description: 'Code of the option set of an option; null for others.',
    }),
    label: t.string({
      nullable: true,
      description:
        'Label or name: of a user the present one, or the last one of a former member; of a webhook its URL; of a job its profile. Null if there is none, or it was erased with the object.',
      args: labelArguments,
      resolve: ({ type, code, labels, name }, args, context) =>
        isHistoryKind(type) && code !== null
          ? labelOfObject({ kind: type, code, labels }, args, context)
          : name,
    }),
    deleted: t.exposeBoolean('isDeleted', {
      description: 'Whether an object of the configuration is deleted, or a user was removed.',
    }),
  }),
});

const AuditEntryRef = builder.objectRef<AuditLogEntry>('AuditEntry');

builder.node(AuditEntryRef, {
  description:
    'An entry of the audit log: a sign-in, a member, a token, a webhook, a denied request, a change of the model or the settings, or the end of an import, export or revert. Entries never change, except for erased names.',
  authScopes: { holds: listAuditEntries.scope },
  extensions: {
    view: `{ id at kind area actor { type id name } object { type id code optionSet label(locale: $locale) deleted }
      changes { path locale old new names { kind code label(locale: $locale) } } changesTruncated data sequence jobId origin revert
      requestId }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'area' in value && 'actor' in value,
  loadOne: (id, context) => context.read(getAuditEntry, { id }) as never,
  fields: (t) => ({
    at: t.field({ type: 'DateTime', description: 'When it happened.', resolve: ({ at }) => at }),
    kind: t.exposeString('kind', {
      description:
        'What happened: `session.signed_in`, `session.sign_in_failed`, `session.signed_out`, `password.changed`, ' +
        '`token.created`, `token.rotated`, `token.revoked`, `storefront_key.created`, `storefront_key.rotated`, ' +
        '`storefront_key.revoked`, `member.added`, `member.role_changed`, `member.removed`, `webhook.created`, ' +
        '`webhook.updated`, `webhook.deleted`, `webhook.secret_rotated`, `webhook.replayed`, `webhook.failing`, ' +
        '`webhook.recovered`, `webhook.paused`, `webhook.disabled`, `job.cancelled`, `job.retried`, `job.adopted`, ' +
        '`scope.refused`, `personal_data.erasure_requested`, or the type of an event, such as `attribute.updated` ' +
        'or `import.completed`.',
    }),
    area: t.field({ type: AuditAreaType, description: 'Area of the kind.', resolve: ({ area }) => area }),
    actor: t.field({
      type: ActorType,
      description: 'User or token that did it. For a failed sign-in, the user whose e-mail address was used.',
      resolve: ({ actor }) => actor,
    }),
    object: t.field({
      type: AuditObjectType,
      nullable: true,
      description: 'Object that it was done to; null for sign-ins and denied requests.',
      resolve: ({ object }) => object,
    }),
    changes: t.field({
      type: [ConfigurationFieldChangeType],
      description: 'Changed fields with the values before and after; of a deletion, what was there.',
      resolve: ({ changes }) => [...changes],
    }),
    changesTruncated: t.exposeBoolean('changesTruncated', {
      description: 'True if the change is larger than 64 KB and only its paths are shown.',
    }),
    data: t.field({
      type: 'JSON',
      extensions: { jsonSchema: { type: 'object', additionalProperties: true } },
      description: 'Further details, depending on the kind, in snake_case.',
      resolve: ({ data }) => data,
    }),
    sequence: t.field({
      type: 'BigInt',
      nullable: true,
      description:
        'Sequence number of a change of the model or the settings, by which `revertChanges` reverts it; null for others.',
      resolve: ({ sequence }) => (sequence === null ? null : String(sequence)),
    }),
    jobId: t.id({
      nullable: true,
      description: 'Id of the job that made a change; null for none.',
      resolve: ({ jobId }) => (jobId === null ? null : encodeId('Job', jobId)),
    }),
    origin: t.exposeString('origin', {
      nullable: true,
      description: 'API or source of a change: `graphql`, `rest`, `import` …; null for other entries.',
    }),
    revert: t.exposeBoolean('revert', {
      description: 'Whether a change takes earlier changes back, by `revertChanges`.',
    }),
    requestId: t.exposeString('requestId', { description: 'Id of the request, as in the log.' }),
  }),
});

const AuditEntryConnection = defineConnection(
  'AuditEntry',
  AuditEntryRef as never as Parameters<typeof defineConnection<AuditLogEntry>>[1],
);

builder.queryField('auditEntries', (t) =>
  t.field({
    type: AuditEntryConnection,
    description:
      'The audit log, newest first: sign-ins, members, tokens, webhooks and denied requests, and changes of the model, the settings and imports with names and values before and after. Kinds that you cannot read are left out.',
    args: {
      ...pageArguments,
      areas: t.arg({ type: [AuditAreaType], description: 'Only these areas. Defaults to all.' }),
      kind: t.arg.string({ description: 'Only this kind: `token.created`, `attribute.updated`.' }),
      actor: t.arg.string({ description: 'Only what this user or token did: `usr_…`, `tok_…` or `system`.' }),
      object: t.arg.id({
        description:
          'Only what was done to the object with this id: a user, token, key, webhook, job, or an object of the configuration.',
      }),
      since: t.arg({ type: 'DateTime', description: 'Only entries at or after this time.' }),
      until: t.arg({ type: 'DateTime', description: 'Only entries before this time.' }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listAuditEntries.scope },
    extensions: {
      ...operationExtensions(listAuditEntries),
      rest: { method: 'GET', path: '/audit' },
    },
    resolve: (_root, { since, until, ...args }, context) =>
      context.read(listAuditEntries, {
        ...args,
        since: since === null || since === undefined ? null : String(since),
        until: until === null || until === undefined ? null : String(until),
      }),
  }),
);
