import { builder } from '../../../graphql/builder.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { JobRef } from '../../job/job.graphql.ts';
import { isFolderInput, readFolderCheckpoint } from '../run/folder-checkpoint.ts';
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
    description: 'Result of the rows of one kind. The five outcomes add up to `total`.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'Kind of the rows: `products`, `productModels` …' }),
      total: t.exposeInt('total', {
        description: 'Number of rows; for option sets, the number of select attributes.',
      }),
      created: t.exposeInt('created', { description: 'Number of created objects.' }),
      updated: t.exposeInt('updated', { description: 'Number of updated objects.' }),
      unchanged: t.exposeInt('unchanged', { description: 'Number of unchanged objects.' }),
      failed: t.exposeInt('failed', { description: 'Number of failed rows.' }),
      skipped: t.exposeInt('skipped', { description: 'Number of skipped rows.' }),
    }),
  });

const FolderValuesType = builder.objectRef<CellCounters>('FolderValueReport').implement({
  description: 'Result of the values in the rows. The other three counts add up to `total`.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    written: t.exposeInt('written', { description: 'Stored, now or before.' }),
    inherited: t.exposeInt('inherited', {
      description: 'Values equal to the value of the parent model, not stored on the variant.',
    }),
    skipped: t.exposeInt('skipped', {
      description: 'Files that were not imported; the errors contain the reason.',
    }),
  }),
});

const FolderFilesType = builder.objectRef<FileCounters>('FolderFileReport').implement({
  description: 'Result of the cells that refer to media files.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The sum of `linked`, `missing` and `skipped`.' }),
    linked: t.exposeInt('linked', { description: 'Files attached to the product.' }),
    missing: t.exposeInt('missing', { description: 'Missing files.' }),
    skipped: t.exposeInt('skipped', {
      description: 'Files that were not imported; the errors contain the reason.',
    }),
    inherited: t.exposeInt('inherited', {
      description: 'Cells that repeat a value of the parent model and are not stored on the variant.',
    }),
  }),
});

const FolderLinksType = builder.objectRef<LinkCounters>('FolderLinkReport').implement({
  description: 'Result of the links in the rows. The other two counts add up to `total`.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Each once per row and type.' }),
    set: t.exposeInt('set', { description: 'In the catalogue, now or before.' }),
    skipped: t.exposeInt('skipped', {
      description: 'Files that were not imported; the errors contain the reason.',
    }),
  }),
});

const FolderReportType = builder.objectRef<Omit<ImportReport, 'notes'>>('FolderReport').implement({
  description: 'Progress of the import of a folder.',
  fields: (t) => ({
    kinds: t.field({
      type: [FolderKindType],
      description: 'Results by kind, in import order, without kinds that have no rows.',
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
      description: 'Results of media files.',
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
      'Progress of the import of a folder, by kind. `errors` lists single rows. Null for other jobs and before the first step.',
    select: { input: true, checkpoint: true },
    resolve: ({ input, checkpoint }) =>
      isFolderInput(input as JsonObject)
        ? (readFolderCheckpoint(checkpoint as JsonObject | null)?.report ?? null)
        : null,
  }),
}));
