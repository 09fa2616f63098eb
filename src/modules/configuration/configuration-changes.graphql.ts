import { builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments, pageComplexity } from '../../graphql/connection.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../graphql/labels.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Labels } from '../../kernel/labels.ts';
import { scopesIn } from '../../kernel/scopes.ts';
import { currencyLabel } from '../currency/index.ts';
import { RESOURCE_EVENTS } from '../event/index.ts';
import { RevisionKind } from '../event/revision.graphql.ts';
import { localeLabel } from '../locale/index.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../locale/labels.graphql.ts';
import { ActorType } from '../organization/user.graphql.ts';
import type { LabelledCode } from './code-labels.ts';
import {
  type ConfigurationChange,
  type ConfigurationFieldChange,
  HISTORY_KINDS,
  type HistoryKind,
  listConfigurationChanges,
} from './list-configuration-changes.ts';

const SUBJECTS: Readonly<Record<HistoryKind, string>> = {
  organization: 'The organization: its name and defaults',
  locale: 'Locales',
  currency: 'Currencies',
  measurement_family: 'Measurement families with their units',
  category: 'Categories',
  attribute_group: 'Attribute groups',
  option_set: 'Option sets',
  option: 'Options',
  attribute: 'Attributes',
  channel: 'Channels',
  entity_type: 'Entity types',
  association_type: 'Association types',
  attribute_set: 'Attribute sets',
  storefront: 'Storefronts',
  import_export_profile: 'Profiles of imports and exports',
};

function descriptionOf(kind: HistoryKind): string {
  const scopes = scopesIn(RESOURCE_EVENTS[kind].scope).map((scope) => `\`${scope}\``);
  return `${SUBJECTS[kind]}. Needs ${scopes.join(' or ')}.`;
}

const ConfigurationKindType = builder.enumType('ConfigurationKind', {
  description: 'Kind of an object of the configuration.',
  values: Object.fromEntries(
    HISTORY_KINDS.map((kind) => [kind.toUpperCase(), { value: kind, description: descriptionOf(kind) }]),
  ) as { [Kind in HistoryKind as Uppercase<Kind>]: { value: Kind; description: string } },
});

/** An object whose label is to be shown. */
interface LabelledObject {
  readonly kind: HistoryKind;
  readonly code: string;
  readonly labels: Labels;
}

/** Returns the label of an object; locales and currencies have names instead of labels. */
export function labelOfObject(
  { kind, ...object }: LabelledObject,
  args: { readonly locale?: string | null | undefined; readonly fallback: boolean },
  context: RequestContext,
): string | Promise<string> {
  if (kind === 'locale') return localeLabel(object.code);
  if (kind === 'currency') return currencyLabel(object.code);
  return kind === 'organization' ? object.code : resolveLabel(object, args, context);
}

const CodeLabelType = builder.objectRef<LabelledCode>('CodeLabel').implement({
  description: 'An object that a code names.',
  fields: (t) => ({
    kind: t.field({
      type: ConfigurationKindType,
      description: 'Kind of the object.',
      resolve: ({ kind }) => kind,
    }),
    code: t.exposeString('code', { description: 'Its code.' }),
    label: t.string({ description: LABEL_DESCRIPTION, args: labelArguments, resolve: labelOfObject }),
  }),
});

export const ConfigurationFieldChangeType = builder
  .objectRef<ConfigurationFieldChange>('ConfigurationFieldChange')
  .implement({
    description: 'A changed field of an object of the configuration.',
    fields: (t) => ({
      path: t.exposeString('path', { description: 'Path in snake_case: `labels`, `required_attributes`.' }),
      locale: t.exposeString('locale', { nullable: true, description: 'Locale of a text.' }),
      old: t.field({
        type: 'JSON',
        nullable: true,
        description: 'Value before; null if there was none.',
        resolve: ({ old }) => old,
      }),
      new: t.field({
        type: 'JSON',
        nullable: true,
        description: 'Value after; null if there is none.',
        resolve: (change) => change.new,
      }),
      names: t.field({
        type: [CodeLabelType],
        description:
          'Objects that codes in the two values name now. A code can name objects of several kinds; deleted objects are left out.',
        resolve: ({ names }) => [...names],
      }),
    }),
  });

const VIEW = `{ sequence kind object code optionSet label(locale: $locale) deleted change at actor { type id name } origin
  jobId requestId revert changes { path locale old new names { kind code label(locale: $locale) } } changesTruncated }`;

const ConfigurationChangeType = builder.objectRef<ConfigurationChange>('ConfigurationChange').implement({
  description: 'A change of an object of the configuration: who changed what, when, in which request or job.',
  extensions: { view: VIEW } satisfies TypeExtensions,
  fields: (t) => ({
    sequence: t.field({
      type: 'BigInt',
      description: 'Sequence number of the event. `revertChanges` reverts events by it.',
      resolve: ({ sequence }) => String(sequence),
    }),
    kind: t.field({
      type: ConfigurationKindType,
      description: 'Kind of the object.',
      resolve: ({ kind }) => kind,
    }),
    object: t.id({
      description: 'Id of the object.',
      resolve: ({ kind, objectId }) => encodeId(RESOURCE_EVENTS[kind].type, objectId),
    }),
    code: t.exposeString('code', { description: 'Code of the object; the name of the organization.' }),
    optionSet: t.exposeString('optionSet', {
      nullable: true,
      description: 'Code of the option set of an option; null for other kinds.',
    }),
    label: t.string({
      description: `${LABEL_DESCRIPTION} The last label of a deleted object.`,
      args: labelArguments,
      resolve: labelOfObject,
    }),
    labels: t.field({
      type: [LabelType],
      description: 'Labels by locale; the last ones of a deleted object.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    deleted: t.exposeBoolean('isDeleted', { description: 'Whether the object is deleted now.' }),
    change: t.field({
      type: RevisionKind,
      description: 'Kind of the change.',
      resolve: ({ verb }) => verb,
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
      description:
        'Id of the request that made the change. `revertChanges` reverts all changes of a request.',
    }),
    revert: t.exposeBoolean('revert', {
      description: 'Whether the change takes earlier changes back, by `revertChanges`.',
    }),
    changes: t.field({
      type: [ConfigurationFieldChangeType],
      description: 'Changed fields; of a deletion, all fields that had a value. Empty for a creation.',
      resolve: ({ changes }) => [...changes],
    }),
    changesTruncated: t.exposeBoolean('changesTruncated', {
      description: 'True if the change is larger than 64 KB and only its paths are shown.',
    }),
  }),
});

const ConfigurationChangeConnection = defineConnection(
  'ConfigurationChange',
  ConfigurationChangeType as never as Parameters<typeof defineConnection<ConfigurationChange>>[1],
);

builder.queryField('configurationChanges', (t) =>
  t.field({
    type: ConfigurationChangeConnection,
    complexity: pageComplexity,
    description:
      'History of the catalogue model and the settings: changes of attributes, sets, options, categories, channels and their like, newest first, with labels instead of codes. Kinds that you cannot read are left out. For all events in the order of their sequence, use `events`.',
    args: {
      kinds: t.arg({ type: [ConfigurationKindType], description: 'Only these kinds. Defaults to all.' }),
      object: t.arg.id({ description: 'Only the object with this id, also if it is deleted.' }),
      code: t.arg.string({
        description: 'Only objects with this code, also deleted ones. Not case-sensitive.',
      }),
      optionSet: t.arg.string({ description: 'Only options of the option set with this code.' }),
      actor: t.arg.string({ description: 'Only what this user or token did: `usr_…`, `tok_…` or `system`.' }),
      since: t.arg({ type: 'DateTime', description: 'Only changes at or after this time.' }),
      until: t.arg({ type: 'DateTime', description: 'Only changes before this time.' }),
      requestId: t.arg.string({
        description: 'Only changes of this request: the header `X-Request-Id` of its response.',
      }),
      jobId: t.arg.id({ description: 'Only changes of this job.' }),
      ...pageArguments,
    },
    authScopes: { holds: listConfigurationChanges.scope },
    extensions: {
      ...operationExtensions(listConfigurationChanges),
      rest: { method: 'GET', path: '/configuration-changes' },
    },
    resolve: (_root, { since, until, ...args }, context) =>
      context.read(listConfigurationChanges, {
        ...args,
        since: since === null || since === undefined ? null : String(since),
        until: until === null || until === undefined ? null : String(until),
      }),
  }),
);
