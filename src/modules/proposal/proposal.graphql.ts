import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { NotFound, ValidationFailed } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { AttributeTypeType } from '../attribute/attribute-types.graphql.ts';
import { countOutcome, ModelResultType } from '../catalogue/apply-model.graphql.ts';
import type { ModelItemResult } from '../catalogue/index.ts';
import { FILE_TYPES, type FileOptions, type FileType } from '../file-formats/index.ts';
import { PreviewedRowType } from '../import/import.graphql.ts';
import { resolveSource } from '../import/index.ts';
import { FileOptionsInput, FileTypeType } from '../profile/profile-types.graphql.ts';
import { type AppliedProposal, applyProposal } from './apply-proposal.ts';
import type { ColumnDecision } from './decide-columns.ts';
import type { PlannedColumn } from './plan-proposal.ts';
import type { ProposalReason } from './propose-columns.ts';

const ColumnUseType = builder.enumType('ColumnUse', {
  description: 'What a column of a file is taken for.',
  values: {
    SKU: { value: 'sku', description: 'The SKU of the product.' },
    CATEGORIES: { value: 'categories', description: 'Categories, as a name or a path.' },
    ATTRIBUTE: { value: 'attribute', description: 'Values of an attribute.' },
    IGNORED: { value: 'ignored', description: 'Not imported.' },
  } as const,
});

/** Names and descriptions of the reasons. */
const REASONS: Readonly<Record<ProposalReason, readonly [name: string, description: string]>> = {
  'proposal-unique-values': ['UNIQUE_VALUES', 'Each row has another value.'],
  'proposal-most-values': [
    'MOST_VALUES',
    'The column has the most different values, but not another one in each row.',
  ],
  'proposal-check-digits': ['CHECK_DIGITS', 'The numbers have the check digit of a GTIN.'],
  'proposal-images': ['IMAGES', 'The cells are addresses or names of images.'],
  'proposal-yes-or-no': ['YES_OR_NO', 'The cells are yes or no.'],
  'proposal-dates': ['DATES', 'The cells are dates.'],
  'proposal-undecided-dates': ['UNDECIDED_DATES', 'The cells are dates, and either number can be the month.'],
  'proposal-prices': ['PRICES', 'The name or the cells state a price or a currency.'],
  'proposal-unit-in-header': ['UNIT_IN_HEADER', 'The cells are numbers, and the name has a unit.'],
  'proposal-unit-in-cells': ['UNIT_IN_CELLS', 'The cells are numbers with a unit.'],
  'proposal-numbers': ['NUMBERS', 'The cells are numbers.'],
  'proposal-codes': ['CODES', 'The cells are numbers of one length, or with leading zeros: codes.'],
  'proposal-long-texts': ['LONG_TEXTS', 'The cells are long texts.'],
  'proposal-markup': ['MARKUP', 'The texts have HTML tags.'],
  'proposal-category-paths': ['CATEGORY_PATHS', 'The cells are paths of categories.'],
  'proposal-category-name': ['CATEGORY_NAME', 'The name is one of categories.'],
  'proposal-lists': ['LISTS', 'The cells are lists of values that occur again.'],
  'proposal-repeated-values': ['REPEATED_VALUES', 'Few values occur again and again.'],
  'proposal-links': ['LINKS', 'The cells are addresses.'],
  'proposal-texts': ['TEXTS', 'The cells are short texts.'],
  'proposal-empty': ['EMPTY', 'The column is empty.'],
};

const ProposalReasonType = builder.enumType('ProposalReason', {
  description: 'Reason why a column is taken for what it is.',
  values: Object.fromEntries(
    Object.entries(REASONS).map(([value, [name, description]]) => [name, { value, description }]),
  ) as Record<string, { readonly value: ProposalReason; readonly description: string }>,
});

/** Cells that are shown of a column. */
const EXAMPLES = 3;

const ProposedColumnType = builder.objectRef<PlannedColumn>('ProposedColumn').implement({
  description: 'What a column of a file is taken for.',
  extensions: {
    view: '{ column use type attribute label exists target unit currency locale separator options sure reason alternatives examples filled invalid }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    column: t.string({ description: 'Name of the column.', resolve: ({ sample }) => sample.column }),
    use: t.field({ type: ColumnUseType, description: 'Use.', resolve: ({ use }) => use }),
    type: t.field({
      type: AttributeTypeType,
      nullable: true,
      description: 'Type of the attribute; null for other uses.',
      resolve: ({ type }) => type,
    }),
    attribute: t.string({
      nullable: true,
      description: 'Code of the attribute; null for other uses.',
      resolve: ({ attribute }) => attribute?.code ?? null,
    }),
    label: t.string({
      nullable: true,
      description: 'Label of a new attribute; null for others.',
      resolve: ({ attribute }) => (attribute?.stored === null ? attribute.label : null),
    }),
    exists: t.boolean({
      description: 'Whether the attribute exists already.',
      resolve: ({ attribute }) => (attribute?.stored ?? null) !== null,
    }),
    target: t.exposeString('target', {
      nullable: true,
      description: 'Target in the mapping; null if the column is ignored.',
    }),
    unit: t.string({
      nullable: true,
      description: 'Code of the unit of numbers without one; null for other types.',
      resolve: ({ unit }) => unit?.unit.code ?? null,
    }),
    currency: t.exposeString('currency', { nullable: true, description: 'Currency of prices.' }),
    locale: t.exposeString('locale', {
      nullable: true,
      description: 'Locale of the texts, if another column has them in another language.',
    }),
    separator: t.exposeString('separator', {
      nullable: true,
      description: 'Text between the values of a cell; null if a cell has one value.',
    }),
    options: t.stringList({
      description: 'Labels of the options of a new attribute.',
      resolve: ({ options }) => [...options],
    }),
    sure: t.exposeBoolean('isSure', { description: 'False if the column needs a check.' }),
    reason: t.field({ type: ProposalReasonType, description: 'Reason.', resolve: ({ reason }) => reason }),
    alternatives: t.field({
      type: [AttributeTypeType],
      description: 'Other types that fit.',
      resolve: ({ alternatives }) => [...alternatives],
    }),
    examples: t.stringList({
      description: 'Its first three values, each once, up to 200 characters each.',
      resolve: ({ sample }) => sample.values.slice(0, EXAMPLES),
    }),
    filled: t.int({
      description: 'Number of filled cells in the first 5,000 rows.',
      resolve: ({ sample }) => sample.cells.length,
    }),
    invalid: t.exposeInt('invalid', { description: 'Number of these cells that do not fit the type.' }),
  }),
});

const ColumnDecisionInput = builder.inputType('ColumnDecisionInput', {
  description: 'A decision about a column. What it leaves out stays as proposed.',
  fields: (t) => ({
    column: t.string({ required: true, description: 'Name of the column.' }),
    use: t.field({ type: ColumnUseType, description: 'Use.' }),
    type: t.field({ type: AttributeTypeType, description: 'Type of the attribute.' }),
    label: t.string({ description: 'Label of the attribute; its code follows from it.' }),
  }),
});

const ApplyProposalInput = builder.inputType('ApplyProposalInput', {
  description: 'A table of products, and what the catalogue is made for.',
  fields: (t) => ({
    uploadId: t.string({ description: 'Id of an uploaded file.' }),
    rows: t.field({ type: ['JSON'], description: 'Up to 500 rows instead: cells by column.' }),
    format: t.field({ type: FileTypeType, description: 'Format. Defaults to that of the name of the file.' }),
    options: t.field({ type: FileOptionsInput, description: 'Options for reading the file.' }),
    channel: t.string({
      description: 'Code of the channel. Defaults to the default channel, the first one, or `webshop`.',
    }),
    channelLabel: t.string({ description: 'Label of a new channel; "Web shop" by default.' }),
    locales: t.stringList({
      description: 'Locales of a new channel, that of the texts first. Defaults as in `applyTemplate`.',
    }),
    currencies: t.stringList({
      description: 'Currencies of a new channel; prices without a currency are in the first one.',
    }),
    attributeSet: t.string({ description: 'Code of the attribute set; `product` by default.' }),
    attributeSetLabel: t.string({ description: 'Label of a new attribute set.' }),
    decisions: t.field({ type: [ColumnDecisionInput], description: 'Decisions about columns.' }),
    publish: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether to publish the products; otherwise they are drafts.',
    }),
  }),
});

const ApplyProposalPayload = builder
  .objectRef<AppliedProposal & { readonly dryRun: boolean }>('ApplyProposalPayload')
  .implement({
    description: 'A catalogue made of a table.',
    fields: (t) => {
      const counter = (outcome: ModelItemResult['outcome'], description: string) =>
        t.int({ description, resolve: countOutcome(outcome) });
      return {
        columns: t.field({
          type: [ProposedColumnType],
          description: 'Columns in the order of the file.',
          resolve: ({ columns }) => [...columns],
        }),
        channel: t.exposeString('channel', { description: 'Code of the channel.' }),
        attributeSet: t.exposeString('attributeSet', { description: 'Code of the attribute set.' }),
        headerRow: t.exposeInt('headerRow', { description: 'Row with the names of the columns.' }),
        mapping: t.field({
          type: ['JSON'],
          description: 'Mapping of the import, as a profile has it.',
          resolve: ({ mapping }) => [...mapping] as never,
        }),
        created: counter('created', 'Number of created objects of the model, options included.'),
        updated: counter('updated', 'Number of updated objects.'),
        unchanged: counter('unchanged', 'Number of objects that existed; they do not change.'),
        results: t.field({
          type: [ModelResultType],
          complexity: 0,
          description: 'One entry per object of the model.',
          resolve: ({ results }) => [...results],
        }),
        rows: t.field({
          type: [PreviewedRowType],
          nullable: true,
          description: 'In a dry run: results of the first 50 rows. Null otherwise.',
          resolve: ({ preview }) => preview && [...preview.rows],
        }),
        totalRows: t.int({
          nullable: true,
          description: 'In a dry run: number of rows; null if more than 5,000.',
          resolve: ({ preview }) => preview?.totalRows ?? null,
        }),
        jobId: t.exposeID('jobId', {
          nullable: true,
          description: 'Id of the job that imports the products; null in a dry run.',
        }),
        dryRun: t.exposeBoolean('dryRun', {
          description: 'True if this was a dry run and nothing was stored.',
        }),
      };
    },
  });

const ENDING = /\.([a-z]+)$/i;
const formatOf = (name: string): FileType =>
  FILE_TYPES.find((type) => type === ENDING.exec(name)?.[1]?.toLowerCase()) ?? 'csv';

defineMutation(applyProposal, {
  description:
    'Makes a catalogue of a table of products: infers from the names and cells of its columns what they are, creates the attributes, options, categories, units and the channel that are missing, and starts the job that imports the rows. Existing objects do not change; columns named like an existing attribute use it. With `dryRun` it proposes: the same result, with the outcome of the first rows. Correct it by `decisions`. `revertChanges` with the id of the job undoes the products.',
  payload: ApplyProposalPayload,
  args: builder.args((t) => ({
    input: t.field({
      type: ApplyProposalInput,
      required: true,
      description: 'Table, channel and decisions.',
    }),
  })),
  input: async ({ input }, { storage, caller }) => {
    const { uploadId, rows, format, options, attributeSet, attributeSetLabel, decisions, ...target } = input;
    const source = await resolveSource(storage, caller.organizationId, { uploadId, rows });
    if (source === null)
      throw new ValidationFailed('validation-failed', localized('proposal-source-required'));
    const { file } = source;
    if (file === null) throw NotFound.of('upload', uploadId ?? '');
    return {
      ...target,
      file,
      storage,
      format: source.format ?? format ?? formatOf(file.name),
      options: {
        ...(options as Partial<FileOptions> | null | undefined),
        ...(source.delimiter !== undefined && { delimiter: source.delimiter }),
      },
      attributeSet:
        attributeSet === null || attributeSet === undefined
          ? null
          : { code: attributeSet, label: attributeSetLabel ?? null },
      // Types that the schema reserves have no rules yet, and are rejected below.
      decisions: (decisions ?? []) as readonly ColumnDecision[],
    };
  },
  exposure: {
    rest: { method: 'POST', path: '/import-export/proposals' },
  },
});
