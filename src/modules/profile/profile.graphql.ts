import { builder, type InputFields } from '../../graphql/builder.ts';
import { EFFECTS_EXPANSION } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { asKeyedPatch } from '../../graphql/resource-fields.ts';
import { codeField, resourceNodeOptions, versionFields } from '../../graphql/resource-node.ts';
import { createCodeField, defineResourceSchema } from '../../graphql/resource-schema.ts';
import { JobRef } from '../job/job.graphql.ts';
import { labelFields } from '../locale/labels.graphql.ts';
import { profileResource } from './profile.resource.ts';
import type { ProfileDocument } from './profile-document.ts';
import {
  DirectionType,
  ErrorPolicyType,
  FileOptionsInput,
  FileOptionsType,
  FileResourceType,
  FileTypeType,
  ImportModeType,
  MappingInput,
  MappingType,
  toMapping,
} from './profile-types.graphql.ts';

const READ = 'import-export:read';

export const ProfileRef = builder.prismaNode('ImportExportProfile', {
  ...resourceNodeOptions(READ),
  description: 'Settings of imports and exports. A new organization has three profiles, for products.',
  extensions: {
    expansions: EFFECTS_EXPANSION,
    view: `{ id code label(locale: $locale) labels { locale text } direction resource format
      options { delimiter enclosure encoding sheet headerRow headerContains rowPath fillDown localeColumn channelColumn groupColumn
        variantColumns singleWhen { column values pattern } decimalSeparator dateFormat listSeparator withBom empty
        clearMarker inherited } mapping { column target when { column values pattern } transform } mode errorPolicy maxErrors filter columns
      schedule nextRunAt schedulePrincipal { type id name scopes } version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  fields: (t) => ({
    ...codeField(t),
    ...labelFields(t),
    direction: t.field({
      type: DirectionType,
      description: 'Import, export or both.',
      resolve: ({ direction }) => direction as ProfileDocument['direction'],
    }),
    resource: t.field({
      type: FileResourceType,
      description: 'Kind of objects in the rows.',
      resolve: ({ resource }) => resource as ProfileDocument['resource'],
    }),
    format: t.field({
      type: FileTypeType,
      description: 'File format.',
      resolve: ({ format }) => format as ProfileDocument['format'],
    }),
    options: t.field({
      type: FileOptionsType,
      description: 'File options, including defaults.',
      resolve: ({ options }) => options,
    }),
    mapping: t.field({
      type: [MappingType],
      description: 'Column mapping. A column that is not listed maps to the target with its own name.',
      resolve: ({ mapping }) => mapping as unknown as ProfileDocument['mapping'],
    }),
    mode: t.field({
      type: ImportModeType,
      description: 'What an import does with existing and missing objects.',
      resolve: ({ mode }) => mode as ProfileDocument['mode'],
    }),
    errorPolicy: t.field({
      type: ErrorPolicyType,
      description: 'What an import does with invalid rows.',
      resolve: ({ errorPolicy }) => errorPolicy as ProfileDocument['errorPolicy'],
    }),
    maxErrors: t.exposeInt('maxErrors', {
      nullable: true,
      description: 'The import stops if more rows than this fail; null for no limit.',
    }),
    filter: t.expose('filter', {
      type: 'JSON',
      nullable: true,
      description: 'Filter for the objects of an export, in the filter grammar of searches; null for all.',
    }),
    columns: t.field({
      type: ['String'],
      nullable: true,
      description: 'The columns an export writes, in this order; null: all.',
      resolve: ({ columns }) => columns as string[] | null,
    }),
    schedule: t.expose('schedule', {
      type: 'JSON',
      nullable: true,
      description: 'Schedule of automatic runs, with the source or target of the file; null for no schedule.',
    }),
    ...versionFields(t, READ),
  }),
});

/** Returns the input fields that new and existing profiles have in common. */
const writable = (t: InputFields) => ({
  labels: t.field({ type: [LabelInput], description: 'Labels by locale; null removes all.' }),
  options: t.field({
    type: FileOptionsInput,
    description: 'File options. Omitted options keep their value; null restores the default.',
  }),
  mapping: t.field({
    type: [MappingInput],
    description: 'Column mapping. Replaces the existing mapping.',
  }),
  mode: t.field({ type: ImportModeType, description: 'UPSERT by default.' }),
  errorPolicy: t.field({ type: ErrorPolicyType, description: 'SKIP_ROWS by default.' }),
  maxErrors: t.int({ description: 'The import stops if more rows than this fail.' }),
  filter: t.field({
    type: 'JSON',
    description:
      'Filter for the objects of an export, in the filter grammar of searches. The text `$last_success` is replaced by the time up to which the last successful run included all changes.',
  }),
  columns: t.stringList({ description: 'The columns an export writes.' }),
  schedule: t.field({
    type: 'JSON',
    description:
      'Schedule of automatic runs: `cron` (minute, hour, day, month, day of the week), `timezone`, `active` (default true), and `source` for an import or `target` for an export: an https `url`, or a `folder` of the storage with a `pattern` or `name` of files. Null for no schedule.',
  }),
});

defineResourceSchema(profileResource, {
  node: ProfileRef,
  words: { one: 'import or export profile', many: 'import and export profiles' },
  list: 'The profiles of imports and exports by code.',
  args: builder.args((t) => ({
    scheduled: t.boolean({ description: 'Only those with a schedule (true), or without one (false).' }),
  })),
  path: '/import-export/profiles',
  createInput: builder.inputType('CreateImportExportProfileInput', {
    description:
      'A new profile. To create it, you need the scope to read what it exports and to write what it imports. To run it, you only need `import-export:write`.',
    fields: (t) => ({
      ...createCodeField(t),
      direction: t.field({
        type: DirectionType,
        description: 'Import, export or both; required for a new profile.',
      }),
      resource: t.field({
        type: FileResourceType,
        description: 'Kind of objects in the rows; required for a new profile.',
      }),
      format: t.field({ type: FileTypeType, description: 'File format; required for a new profile.' }),
      ...writable(t),
    }),
  }),
  updateInput: builder.inputType('UpdateImportExportProfileInput', {
    description: 'Changes of a profile.',
    fields: (t) => ({
      direction: t.field({ type: DirectionType, description: 'Import, export or both.' }),
      resource: t.field({ type: FileResourceType, description: 'Kind of objects in the rows.' }),
      format: t.field({ type: FileTypeType, description: 'File format.' }),
      ...writable(t),
    }),
  }),
  toPatch: ({ labels, mapping, ...input }, key) =>
    asKeyedPatch({ ...input, ...key, labels: toLabelPatch(labels), mapping: toMapping(mapping) }),
});

builder.prismaObjectFields(JobRef, (t) => ({
  profile: t.string({
    nullable: true,
    description:
      'Code of the profile of an import or export; null for other jobs and for imports without a profile.',
    select: { type: true, input: true },
    resolve: ({ type, input }) =>
      type === 'import' || type === 'export'
        ? ((input as { profile?: string | null }).profile ?? null)
        : null,
  }),
}));
