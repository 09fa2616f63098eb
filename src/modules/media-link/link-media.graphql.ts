import { builder } from '../../graphql/builder.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { type LinkedFile, type LinkMediaResult, linkMedia, MAX_LINKED_FILES } from './link-media.ts';
import { MAX_PATTERNS } from './match-files.ts';

const OutcomeType = builder.enumType('LinkedFileOutcome', {
  description: 'Outcome of linking a file by its name.',
  values: {
    LINKED: { value: 'linked', description: 'The product has the file now.' },
    UNCHANGED: {
      value: 'unchanged',
      description: 'The product had the file, or it keeps the file that it has.',
    },
    UNKNOWN: { value: 'unknown', description: 'The name leads to no product or attribute.' },
    AMBIGUOUS: {
      value: 'ambiguous',
      description: 'Several files lead to a value that has one file; this one is not linked.',
    },
    REJECTED: { value: 'rejected', description: 'The product cannot have the file; the message says why.' },
  } as const,
});

const ExistingType = builder.enumType('ExistingFiles', {
  description: 'Treatment of the files that a product has.',
  values: {
    KEEP: {
      value: 'keep',
      description: 'They stay: lists get the new files at their end, a value with one file does not change.',
    },
    REPLACE: { value: 'replace', description: 'The new files replace them.' },
  } as const,
});

const LinkedFileType = builder.objectRef<LinkedFile>('LinkedFile').implement({
  description: 'Outcome of linking one file.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the file.' }),
    filename: t.exposeString('filename', { description: 'Name of the file.' }),
    outcome: t.field({ type: OutcomeType, description: 'Outcome.', resolve: ({ outcome }) => outcome }),
    sku: t.exposeString('sku', {
      nullable: true,
      description: 'SKU of the product that the name leads to; null for none.',
    }),
    attribute: t.exposeString('attribute', {
      nullable: true,
      description: 'Code of the attribute that gets the file; null without a product.',
    }),
    message: t.string({
      nullable: true,
      description: 'Reason why the file is not linked; null for others.',
      resolve: ({ message }, _args, { language }) => (message === null ? null : rendered(message, language)),
    }),
  }),
});

const LinkMediaPayload = builder
  .objectRef<LinkMediaResult & { readonly dryRun: boolean }>('LinkMediaPayload')
  .implement({
    description: 'Result of linking files by their names.',
    fields: (t) => ({
      products: t.exposeInt('products', { description: 'Number of products that change.' }),
      linked: t.int({
        description: 'Number of files that are linked.',
        resolve: ({ files }) => files.filter(({ outcome }) => outcome === 'linked').length,
      }),
      files: t.field({
        type: [LinkedFileType],
        complexity: 0,
        description: 'One entry per file, in the order of the request.',
        resolve: ({ files }) => [...files],
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  });

const LinkMediaInput = builder.inputType('LinkMediaInput', {
  description: 'Files to link by their names.',
  fields: (t) => ({
    files: t.idList({
      required: true,
      description: `Codes (not case-sensitive) or ids of 1 to ${MAX_LINKED_FILES.toLocaleString('en')} files.`,
    }),
    patterns: t.stringList({
      required: true,
      description: `1 to ${MAX_PATTERNS} patterns of file names, such as \`{sku}_{position}\`, not case-sensitive. One part identifies the product: \`{sku}\`, the code of a unique text attribute as \`{ean}\`, or an external id as \`{ext:erp}\`. \`{position}\` is a number that orders the files of a product, \`{attribute}\` the code of the attribute, \`{locale}\` the locale; \`*\` matches any text, at most twice. A pattern without an extension accepts all. The first pattern whose product exists counts.`,
    }),
    attribute: t.string({
      description:
        'Code of the attribute that gets the files, of the type `media` or `media_list`. Required unless each pattern has `{attribute}`.',
    }),
    channel: t.string({ description: 'Channel of the value, for scopable attributes.' }),
    locale: t.string({
      description: 'Locale of the value, for localizable attributes whose pattern has no `{locale}`.',
    }),
    existing: t.field({
      type: ExistingType,
      description: 'Treatment of existing files; KEEP by default.',
    }),
  }),
});

defineMutation(linkMedia, {
  description:
    'Links files to products by their file names, in one transaction. Files whose names lead to no product are reported, the others are linked. Files of one product are sorted by position, then by name. `revertChanges` with the id of the request undoes it. Try with `dryRun` first.',
  payload: LinkMediaPayload,
  args: builder.args((t) => ({
    input: t.field({ type: LinkMediaInput, required: true, description: 'The files and patterns.' }),
  })),
  input: ({ input: { attribute, channel, locale, existing, ...files } }) => ({
    ...files,
    files: files.files.map(String),
    attribute: attribute ?? null,
    channel: channel ?? null,
    locale: locale ?? null,
    existing: existing ?? 'keep',
  }),
  exposure: { rest: { method: 'POST', path: '/media/link' } },
});
