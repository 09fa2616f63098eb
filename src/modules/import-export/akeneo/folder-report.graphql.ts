import { builder } from '../../../graphql/builder.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { JobRef } from '../../job/job.graphql.ts';
import { isFolderInput, readFolderCheckpoint } from './folder-checkpoint.ts';
import {
  type CellCounters,
  type FileCounters,
  IMPORTED_RESOURCES,
  type ImportReport,
  type LinkCounters,
  type ResourceCounters,
} from './import-report.ts';

const FolderKindType = builder
  .objectRef<ResourceCounters & { readonly kind: string }>('FolderKindReport')
  .implement({
    description: 'What became of the rows of one kind. The five outcomes add up to `total`.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'What the rows are: `products`, `productModels` …' }),
      total: t.exposeInt('total', { description: 'Rows read; of `optionSets`, select attributes.' }),
      created: t.exposeInt('created', { description: 'Objects that are new.' }),
      updated: t.exposeInt('updated', { description: 'Objects that changed.' }),
      unchanged: t.exposeInt('unchanged', { description: 'Objects that already were as asked.' }),
      failed: t.exposeInt('failed', { description: 'Rows that were refused.' }),
      skipped: t.exposeInt('skipped', { description: 'Rows left out on purpose.' }),
    }),
  });

const FolderValuesType = builder.objectRef<CellCounters>('FolderValueReport').implement({
  description: 'What became of the filled columns of values; the other three add up to `total`.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    written: t.exposeInt('written', { description: 'Stored, now or before.' }),
    inherited: t.exposeInt('inherited', {
      description: 'Equal to the value of the model above, which is where it stays.',
    }),
    skipped: t.exposeInt('skipped', { description: 'Not in the catalogue; the errors say why.' }),
  }),
});

const FolderFilesType = builder.objectRef<FileCounters>('FolderFileReport').implement({
  description: 'What became of the cells that name pictures and other files.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The sum of `linked`, `missing` and `skipped`.' }),
    linked: t.exposeInt('linked', { description: 'The file is there, and the product shows it.' }),
    missing: t.exposeInt('missing', { description: 'There is no such file.' }),
    skipped: t.exposeInt('skipped', { description: 'Not in the catalogue; the errors say why.' }),
    inherited: t.exposeInt('inherited', {
      description: 'Of all: those that repeat a cell of the model above, which is where it stays.',
    }),
  }),
});

const FolderLinksType = builder.objectRef<LinkCounters>('FolderLinkReport').implement({
  description: 'What became of the links that rows name; the other two add up to `total`.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Each once per row and type.' }),
    set: t.exposeInt('set', { description: 'In the catalogue, now or before.' }),
    skipped: t.exposeInt('skipped', { description: 'Not in the catalogue; the errors say why.' }),
  }),
});

const FolderReportType = builder.objectRef<Omit<ImportReport, 'notes'>>('FolderReport').implement({
  description: 'What the import of a folder has made of its files so far.',
  fields: (t) => ({
    kinds: t.field({
      type: [FolderKindType],
      description: 'By kind, in the order in which they are imported; those without rows are left out.',
      resolve: ({ counters }) =>
        IMPORTED_RESOURCES.filter((kind) => counters[kind].total > 0).map((kind) => ({
          kind,
          ...counters[kind],
        })),
    }),
    values: t.field({
      type: FolderValuesType,
      description: 'Of products and models.',
      resolve: ({ cells }) => cells,
    }),
    files: t.field({
      type: FolderFilesType,
      description: 'Pictures and other files.',
      resolve: ({ files }) => files,
    }),
    links: t.field({
      type: FolderLinksType,
      description: 'Links between products.',
      resolve: ({ links }) => links,
    }),
  }),
});

builder.prismaObjectFields(JobRef, (t) => ({
  folderReport: t.field({
    type: FolderReportType,
    nullable: true,
    description:
      'Of the import of a folder, what became of its files by kind, so far; its `errors` say it row by row. Null for other jobs, and before its first step.',
    select: { input: true, checkpoint: true },
    resolve: ({ input, checkpoint }) =>
      isFolderInput(input as JsonObject)
        ? (readFolderCheckpoint(checkpoint as JsonObject | null)?.report ?? null)
        : null,
  }),
}));
