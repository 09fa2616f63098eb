import { RequestError } from '../../kernel/errors.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { OutboundPolicy } from '../../platform/outbound/validate-url.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import {
  FILE_FORMATS,
  type FileItem,
  readImportStructure,
  SHEET_ROWS,
  type WorksheetProgress,
} from '../file-formats/index.ts';
import {
  addPart,
  type ClaimedJob,
  deleteParts,
  type JobAttempt,
  type JobStep,
  type JobStepResult,
  lockJobForStep,
  type MultipartFile,
  NO_PARTS,
  readPartLines,
  recordStep,
} from '../job/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { columnsNeededBy } from './collect-columns.ts';
import { deliverExport } from './deliver-export.ts';
import {
  type ExportCheckpoint,
  type ExportInput,
  type ExportSettings,
  readExportCheckpoint,
  readExportInput,
  type SnapshotInput,
  toJobCheckpoint,
} from './export-input.ts';
import { createRowSource } from './row-source.ts';
import { addLabels } from './with-labels.ts';
import { beginSnapshot, writeSnapshot } from './write-snapshot.ts';
import {
  filterScope,
  jsonLines,
  type TextWriter,
  tableFromColumns,
  tableFromRows,
  tableText,
} from './write-text.ts';
import { writeWorksheet } from './write-worksheet.ts';

/** Dependencies of exports. */
export interface ExportDependencies {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  /** Policy for the addresses that files may be sent to; by default the public internet alone. */
  readonly outboundPolicy?: OutboundPolicy;
}

/** Rows of one step: a piece of the file. */
const STEP_ROWS = 500;

interface Opened {
  readonly dependencies: ExportDependencies;
  readonly session: Session;
  readonly input: ExportInput;
  readonly settings: ExportSettings;
  readonly attempt: { readonly jobId: string; readonly attempt: number };
}

/**
 * Returns the steps of one attempt to export. Each reads some rows behind the last ones, writes them as a piece of
 * their own and then, in one transaction, how far it is: done again, a step writes its piece again. Of a table whose
 * columns are not named, all rows are collected first, because the columns follow from them.
 */
export function openExport(
  dependencies: ExportDependencies,
  session: Session,
  job: ClaimedJob,
): { next(): Promise<JobStepResult> } {
  const input = readExportInput(job.input);
  const { settings } = input;
  const attempt = { jobId: job.jobId, attempt: job.attempt };
  const opened: Opened = { dependencies, session, input, settings, attempt };
  let checkpoint = readExportCheckpoint(job.checkpoint);
  let structure: CatalogueStructure | undefined;
  return {
    async next() {
      structure ??= await dependencies.runner.read(session, readImportStructure, null);
      const step =
        input.snapshot !== undefined
          ? await stepSnapshot(opened, input.snapshot, checkpoint)
          : checkpoint === null
            ? await begin(opened)
            : checkpoint.phase === 'collect'
              ? await collect(opened, checkpoint, structure)
              : checkpoint.phase === 'write'
                ? await write(opened, checkpoint, structure)
                : await deliver(opened, checkpoint);
      const { output } = await dependencies.runner.write(session, recordExport, { attempt, step });
      checkpoint = readExportCheckpoint(step.checkpoint ?? null);
      if (output.isDone && settings.format !== 'jsonl')
        await deleteParts(dependencies.storage, fileOf(opened, 'aside'));
      return output;
    },
  };
}

const fileOf = ({ session, attempt }: Opened, name: MultipartFile['name']): MultipartFile => ({
  organizationId: session.organizationId,
  jobId: attempt.jobId,
  name,
});

function stepSnapshot(
  opened: Opened,
  snapshot: SnapshotInput,
  checkpoint: ExportCheckpoint | null,
): Promise<JobStep> {
  const { dependencies, session, attempt } = opened;
  const job = { dependencies, session, snapshot, file: fileOf(opened, 'result'), attempt: attempt.attempt };
  return checkpoint === null ? beginSnapshot(job) : writeSnapshot(job, checkpoint);
}

async function begin({ dependencies, session, settings }: Opened): Promise<JobStep> {
  const { runner } = dependencies;
  const total = await createRowSource(settings).count({ runner, session }, settings);
  if (settings.format === 'xlsx' && total >= SHEET_ROWS)
    throw new RequestError(
      'payload-too-large',
      localized('sheet-too-long', { max: SHEET_ROWS - 1, count: total }),
    );
  const checkpoint: ExportCheckpoint = {
    phase: settings.format !== 'jsonl' && settings.columns === null ? 'collect' : 'write',
    after: null,
    isWalked: false,
    aside: NO_PARTS,
    taken: 0,
    needed: [],
    result: NO_PARTS,
  };
  return { checkpoint: toJobCheckpoint(checkpoint), total };
}

/** Returns the next rows of the traversal. */
async function readRows({ dependencies, session, settings }: Opened, { after }: ExportCheckpoint) {
  const { runner } = dependencies;
  const source = createRowSource(settings);
  const { items, next } = await source.page({ runner, session }, settings, { after, size: STEP_ROWS });
  return { items: items.map((item) => filterScope(item, settings)), next };
}

/** Nothing in the catalogue changes by what leaves it. */
const countsOf = (items: readonly FileItem[]) => ({ counts: { unchanged: items.length } });

/** Keeps the next rows aside, and what columns they need. */
async function collect(
  opened: Opened,
  checkpoint: ExportCheckpoint,
  structure: CatalogueStructure,
): Promise<JobStep> {
  const { dependencies, settings, attempt } = opened;
  const { items, next } = await readRows(opened, checkpoint);
  const format = FILE_FORMATS[settings.resource];
  const needed = new Set(checkpoint.needed);
  for (const item of items) for (const key of columnsNeededBy(item, format, structure)) needed.add(key);
  const text = items.map((item) => `${JSON.stringify(item)}\n`).join('');
  const piece = { attempt: attempt.attempt, text };
  const aside = await addPart(dependencies.storage, fileOf(opened, 'aside'), checkpoint.aside, piece);
  const after: ExportCheckpoint = {
    ...checkpoint,
    aside,
    needed: [...needed],
    after: next,
    ...(next === null ? { phase: 'write', isWalked: true } : {}),
  };
  return { checkpoint: toJobCheckpoint(after), ...countsOf(items) };
}

/** Writes the next piece of the result: from rows that were kept aside, or from the walk. */
async function write(
  opened: Opened,
  checkpoint: ExportCheckpoint,
  structure: CatalogueStructure,
): Promise<JobStep> {
  const { dependencies, settings, attempt } = opened;
  const isFromAside = checkpoint.isWalked;
  const { items, next } = isFromAside
    ? { items: await collectedRows(opened, checkpoint), next: null }
    : await readRows(opened, checkpoint);
  const processedCount = checkpoint.taken + (isFromAside ? 1 : 0);
  const isOver = isFromAside ? processedCount >= checkpoint.aside.count : next === null;
  const rows = await withLabels(opened, items, structure);
  const { text, sheet } = pieceOf(settings, checkpoint, structure, { items: rows, isOver });
  const piece = { attempt: attempt.attempt, text };
  const result = await addPart(dependencies.storage, fileOf(opened, 'result'), checkpoint.result, piece);
  // Known to be whole before it is brought anywhere.
  const isDelivered = isOver && (opened.input.target ?? null) !== null;
  const phase = isDelivered ? ('deliver' as const) : checkpoint.phase;
  return {
    checkpoint: toJobCheckpoint({ ...checkpoint, result, taken: processedCount, after: next, sheet, phase }),
    ...(isFromAside ? {} : countsOf(items)),
    ...(isOver && !isDelivered ? { phase: 'done' as const } : {}),
  };
}

/** Returns rows as people read them, where that was requested. */
async function withLabels(
  { dependencies, session, settings: { labelLocale: locale = null } }: Opened,
  items: readonly FileItem[],
  structure: CatalogueStructure,
): Promise<readonly FileItem[]> {
  if (locale === null) return items;
  return dependencies.runner.read(session, addLabels, { items, structure, locale });
}

/** Brings the whole file to where it is to go. */
async function deliver(opened: Opened, checkpoint: ExportCheckpoint): Promise<JobStep> {
  const { storage, outboundPolicy: policy = { allowPrivateAddresses: false } } = opened.dependencies;
  const file = fileOf(opened, 'result');
  await deliverExport(opened.input, { storage, policy, file, pieces: checkpoint.result });
  return { checkpoint: toJobCheckpoint(checkpoint), phase: 'done' };
}

/** Returns the next rows in the form of the file, with what it begins and ends with. */
function pieceOf(
  settings: ExportSettings,
  { needed, result, sheet = null }: ExportCheckpoint,
  structure: CatalogueStructure,
  { items, isOver }: { readonly items: readonly FileItem[]; readonly isOver: boolean },
): { readonly text: string | Buffer; readonly sheet: WorksheetProgress | null } {
  const ofText = ({ head, rows }: TextWriter) => ({
    text: (result.count === 0 ? head : '') + rows(items),
    sheet: null,
  });
  if (settings.format === 'jsonl') return ofText(jsonLines(settings, structure));
  const table =
    settings.columns === null
      ? tableFromRows(settings, needed, structure)
      : tableFromColumns(settings, settings.columns, structure);
  if (settings.format === 'csv') return ofText(tableText(settings, table));
  const piece = writeWorksheet(settings, table, sheet, items, isOver);
  return { text: piece.bytes, sheet: piece.sheet };
}

const collectedRows = (opened: Opened, { aside, taken }: ExportCheckpoint): Promise<FileItem[]> =>
  readPartLines(opened.dependencies.storage, fileOf(opened, 'aside'), aside, taken);

/** Writes down how far an export has come, unless another attempt has the job: then nothing of the step counts. */
const recordExport = defineWrite({
  name: 'recordExport',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { attempt, step }: { readonly attempt: JobAttempt; readonly step: JobStep },
  ): Promise<JobStepResult> {
    return recordStep(context, await lockJobForStep(context, attempt), step);
  },
});
