import { builder, type InputFields, keyFact, READ_SCOPES_OF_NODES } from '../../../graphql/builder.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { LabelInput, LabelType, toLabelList, toLabelPatch } from '../../../graphql/labels.ts';
import { asPatch, resourceMutations } from '../../../graphql/resource-fields.ts';
import { resourceQueries } from '../../../graphql/resource-queries.ts';
import { LABEL_DESCRIPTION, labelArguments, resolveLabel } from '../../locale/labels.graphql.ts';
import * as profile from './profile.operations.ts';
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
READ_SCOPES_OF_NODES.set('ImportExportProfile', READ);

export const ProfileRef = builder.prismaNode('ImportExportProfile', {
  nullable: true,
  description: 'How files are read and written. Every organization begins with three, for products.',
  authScopes: { holds: READ },
  extensions: {
    view: `{ id code label(locale: $locale) labels { locale text } direction resource format
      options { delimiter enclosure encoding sheet headerRow decimalSeparator dateFormat listSeparator withBom empty
        clearMarker inherited } mapping { column target transform } mode errorPolicy maxErrors filter columns
      schedule nextRunAt schedulePrincipal { type id name scopes } version createdAt updatedAt }`,
  } satisfies TypeExtensions,
  id: { resolve: ({ id }) => id },
  findUnique: (id, { caller }) => ({ organizationId_id: { organizationId: caller.organizationId, id } }),
  fields: (t) => ({
    code: t.exposeString('code', { skipTypeScopes: true, description: 'Its code; never changes.' }),
    label: t.string({
      skipTypeScopes: true,
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: (row, args, context) => resolveLabel(row, args, context),
    }),
    labels: t.field({
      type: [LabelType],
      skipTypeScopes: true,
      description: 'Its names by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
    direction: t.field({
      type: DirectionType,
      description: 'Whether it takes files in, writes them, or both.',
      resolve: ({ direction }) => direction as ProfileDocument['direction'],
    }),
    resource: t.field({
      type: FileResourceType,
      description: 'What the rows of its files are.',
      resolve: ({ resource }) => resource as ProfileDocument['resource'],
    }),
    format: t.field({
      type: FileTypeType,
      description: 'How its files are written.',
      resolve: ({ format }) => format as ProfileDocument['format'],
    }),
    options: t.field({
      type: FileOptionsType,
      description: 'The details of its files, with every default.',
      resolve: ({ options }) => options,
    }),
    mapping: t.field({
      type: [MappingType],
      description: 'What becomes of columns; one that is not named stands for what its own name says.',
      resolve: ({ mapping }) => mapping as unknown as ProfileDocument['mapping'],
    }),
    mode: t.field({
      type: ImportModeType,
      description: 'What an import does with objects that are there and with those that are not.',
      resolve: ({ mode }) => mode as ProfileDocument['mode'],
    }),
    errorPolicy: t.field({
      type: ErrorPolicyType,
      description: 'What an import does about rows at fault.',
      resolve: ({ errorPolicy }) => errorPolicy as ProfileDocument['errorPolicy'],
    }),
    maxErrors: t.exposeInt('maxErrors', {
      nullable: true,
      description: 'An import ends when more rows than these have failed; null: it never does for that.',
    }),
    filter: t.expose('filter', {
      type: 'JSON',
      nullable: true,
      description: 'Which objects an export writes, in the grammar of searches; null: all.',
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
      description: 'When it runs by itself, and where its file comes from or goes to; null: never.',
    }),
    version: t.exposeInt('version', { ...keyFact(READ), description: 'Goes up by one with each change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

resourceQueries({
  type: 'ImportExportProfile',
  word: 'import or export profile',
  node: ProfileRef,
  get: profile.getImportExportProfile,
  list: profile.listImportExportProfiles,
  description: 'The profiles of imports and exports by code.',
  path: '/import-export/profiles',
});

/** What can be written of new and of existing profiles alike. */
const writable = (t: InputFields) => ({
  labels: t.field({ type: [LabelInput], description: 'Its names by locale; null removes all.' }),
  options: t.field({
    type: FileOptionsInput,
    description: 'The details of its files; what is left out stays, null is the default.',
  }),
  mapping: t.field({
    type: [MappingInput],
    description: 'What becomes of columns; replaces what there was.',
  }),
  mode: t.field({ type: ImportModeType, description: 'UPSERT by default.' }),
  errorPolicy: t.field({ type: ErrorPolicyType, description: 'SKIP_ROWS by default.' }),
  maxErrors: t.int({ description: 'An import ends when more rows than these have failed.' }),
  filter: t.field({
    type: 'JSON',
    description:
      'Which objects an export writes, in the grammar of searches; the text `$last_success` stands for the moment up to which the last successful run has seen all changes.',
  }),
  columns: t.stringList({ description: 'The columns an export writes.' }),
  schedule: t.field({
    type: 'JSON',
    description:
      'When it runs by itself: `cron` (minute, hour, day, month, day of the week) and `timezone`, `active` (true), and for an import `source`, for an export `target`: an https `url`, or a `folder` of the storage with a `pattern` or `name` of files. Null: never.',
  }),
});

resourceMutations({
  type: 'ImportExportProfile',
  noun: 'importExportProfile',
  words: { one: 'import or export profile', many: 'import and export profiles' },
  operations: {
    create: profile.createImportExportProfile,
    update: profile.updateImportExportProfile,
    upsert: profile.upsertImportExportProfiles,
    delete: profile.deleteImportExportProfile,
  },
  node: ProfileRef,
  find: (query, id, { prisma, caller }) =>
    prisma.importExportProfile.findUniqueOrThrow({
      ...query,
      where: { organizationId_id: { organizationId: caller.organizationId, id } },
    }),
  createInput: builder.inputType('CreateImportExportProfileInput', {
    description:
      'A new profile. Who makes it needs the scope to read what it exports and to write what it imports; running it needs none but `import-export:write`.',
    fields: (t) => ({
      code: t.string({ required: true, description: 'Letters, digits and `_`, up to 100; never changes.' }),
      direction: t.field({ type: DirectionType, description: 'Which way files go; a new profile needs it.' }),
      resource: t.field({
        type: FileResourceType,
        description: 'What the rows are; a new profile needs it.',
      }),
      format: t.field({ type: FileTypeType, description: 'How files are written; a new profile needs it.' }),
      ...writable(t),
    }),
  }),
  updateInput: builder.inputType('UpdateImportExportProfileInput', {
    description: 'What to change of a profile.',
    fields: (t) => ({
      direction: t.field({ type: DirectionType, description: 'Which way files go.' }),
      resource: t.field({ type: FileResourceType, description: 'What the rows are.' }),
      format: t.field({ type: FileTypeType, description: 'How files are written.' }),
      ...writable(t),
    }),
  }),
  key: builder.args((t) => ({
    code: t.string({ required: true, description: 'Its code, in either case.' }),
  })),
  toPatch: ({ labels, mapping, ...input }, key) =>
    asPatch({ ...input, ...key, labels: toLabelPatch(labels), mapping: toMapping(mapping) }),
  rest: { collection: '/import-export/profiles', one: '/import-export/profiles/{code}' },
});
