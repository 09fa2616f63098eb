import { lockStructureForReading } from '../../structure/index.ts';
import { identifierColumn } from '../map/map-attributes.ts';
import { CsvRow, type CsvTable, type InvalidRow } from '../read/csv-file.ts';
import {
  type ColumnUsage,
  countFilledCells,
  missingColumnNote,
  unknownColumnNotes,
} from '../read/table-rows.ts';
import type { ImportNote } from '../report/import-note.ts';
import { addNotes, countRow } from '../report/import-report.ts';
import type { FolderPosition } from '../run/folder-checkpoint.ts';
import type { FolderPhase, FolderPhaseDefinition, FolderRun, FolderStep } from '../run/folder-run.ts';
import { findCopies } from './find-image-copies.ts';
import { type ProductSource, writeProducts } from './import-products.ts';
import {
  indexModels,
  MODEL_COLUMNS,
  MODEL_PROPERTIES,
  type ModelMapping,
  mapProductModels,
} from './map-product-models.ts';
import {
  createProductMapper,
  type ProductMapper,
  productProperties,
  productPropertyColumns,
} from './map-products.ts';
import { readModelHierarchy } from './model-hierarchy.ts';
import { type FileImport, modelFileCells, prepareFiles } from './prepare-files.ts';
import { type ProductColumns, resolveProductColumns } from './product-columns.ts';
import type { MappedProduct, ModelMetadata } from './product-rows.ts';
import { indexLayouts } from './variant-layouts.ts';

/** Bytes of the file in one step: rows may be long. */
const STEP_BYTES = 4 * 1024 * 1024;

/** Lookups for reading models and products, available once the configuration of the files is written. */
interface ProductContext {
  readonly identifier: string;
  /** The models of the files by folded code. */
  readonly models: ReadonlyMap<string, ModelMetadata>;
  readonly modelTable: CsvTable;
  readonly modelColumns: ProductColumns;
  readonly modelMapping: ModelMapping;
  readonly productColumns: ProductColumns;
  readonly files: FileImport;
}

/** Returns the phases of models and then products; data by which they are read is loaded once for both. */
export function productPhases(): readonly FolderPhaseDefinition[] {
  let productContext: Promise<ProductContext> | undefined;
  const read = (run: FolderRun) => {
    productContext ??= readContext(run);
    return productContext;
  };
  return [
    { name: 'productModels', open: async (run) => modelPhase(run, await read(run)) },
    { name: 'products', open: async (run) => productPhase(run, await read(run)) },
  ];
}

async function readContext(run: FolderRun): Promise<ProductContext> {
  const { folder, modelPrefix } = run;
  const structure = await run.readStructure();
  const identifier = identifierColumn(await folder.readTable('attributes'));
  const layouts = indexLayouts(structure, await folder.readTable('family_variants'));
  const modelTable = await folder.readTable('product_models');
  const models = indexModels(modelTable);
  const hierarchy = readModelHierarchy(models, layouts, modelPrefix);
  const modelColumns = resolveProductColumns(modelTable.columns, MODEL_PROPERTIES, structure);
  const modelMapping = mapProductModels(
    modelTable,
    { file: modelTable.name, columns: modelColumns, modelPrefix, models },
    layouts,
  );
  const products = await folder.openProducts();
  const productColumns = resolveProductColumns(products.columns, productProperties(identifier), structure);
  const mapped = modelMapping.levels.flat();
  const openProducts = async () => ({ file: products, columns: productColumns.files });
  const copies = await findCopies({ models: mapped, openProducts }, hierarchy, folder);
  const modelCells = modelFileCells(mapped, hierarchy);
  const files = { run, hierarchy, modelCells, copies, structure };
  return { identifier, models, modelTable, modelColumns, modelMapping, productColumns, files };
}

/** Returns the phase of models, level by level: models below another are written after it. */
function modelPhase(
  { batchRows }: FolderRun,
  { modelTable: table, modelColumns, modelMapping: { levels, notes }, files }: ProductContext,
): FolderPhase {
  const chunks = levels.flatMap((level) =>
    Array.from({ length: Math.ceil(level.length / batchRows) }, (_, index) =>
      level.slice(index * batchRows, (index + 1) * batchRows),
    ),
  );
  // Chunks end where levels do.
  const starts = chunks.map((_, index) =>
    chunks.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const total = levels.flat().length;
  const source: ProductSource = { resource: 'productModels', file: table.name, properties: MODEL_COLUMNS };
  return {
    async step({ done: start }) {
      const products = chunks[starts.indexOf(start)] ?? [];
      const isFirst = start === 0;
      if (products.length === 0 && !(isFirst && table.rows.length + table.notes.length > 0)) return null;
      const prepared = await prepareFiles(products, table.name, files);
      return {
        lock: lockForReading,
        async write(context, draft) {
          if (isFirst) {
            const columnCounts = countFilledCells(table.rows, modelColumns.unknown);
            const unknown = unknownColumnNotes(table.name, modelColumns.unknown, columnCounts);
            addNotes(draft, table.notes, unknown, notes);
            const rejectedRows = table.faultyRows + table.rows.length - total;
            countRow(draft.counters.productModels, 'failed', rejectedRows);
          }
          await writeProducts(context, products, prepared, source, draft);
          const done = start + products.length;
          return { position: done < total ? { done } : null, done, total };
        },
      };
    },
  };
}

const lockForReading: FolderStep['lock'] = async (context) => void (await lockStructureForReading(context));

/** Writes products, row by row from the file and chunk by chunk into the catalogue. */
async function productPhase(run: FolderRun, productContext: ProductContext): Promise<FolderPhase> {
  const { folder, batchRows, modelPrefix } = run;
  const { identifier, models, productColumns: columns, files } = productContext;
  const file = await folder.openProducts();
  const { total } = folder.products;
  const firstRows = new Map(folder.products.firstRows);
  const context = { file: file.name, columns, modelPrefix, models };
  const mapper = createProductMapper(file.columns, identifier, context, firstRows);
  const hasKey = file.columns.includes(identifier);
  const properties = productPropertyColumns(identifier);
  const source: ProductSource = { resource: 'products', file: file.name, properties };
  let rows: AsyncGenerator<CsvRow | InvalidRow> | undefined;
  // The next rows are read while these are written.
  let ahead: Promise<RowsOfStep> | undefined;
  const readNext = (source: AsyncGenerator<CsvRow | InvalidRow>, position: FolderPosition) => {
    const chunk = readChunk(source, batchRows, position);
    // Awaited in the next step; until then a rejection must not count as unhandled.
    chunk.catch(() => undefined);
    return chunk;
  };
  return {
    async step(position) {
      const { byte, row, brokenRows } = position;
      rows ??= file.rows(
        byte === undefined || row === undefined || brokenRows === undefined
          ? undefined
          : { byte, row, brokenRows },
      );
      const chunk = await (ahead ?? readNext(rows, position));
      ahead = chunk.isEnd ? undefined : readNext(rows, chunk.position);
      const mapped = mapRows(chunk.rows, hasKey ? mapper : null);
      const prepared = await prepareFiles(mapped.products, file.name, files);
      return {
        lock: lockForReading,
        async write(context, draft) {
          if (position.done === 0) {
            addNotes(draft, file.notes);
            if (!hasKey && file.columns.length > 0)
              draft.notes.push(missingColumnNote(file.name, identifier));
          }
          addNotes(draft, mapped.notes);
          countRow(draft.counters.products, 'failed', chunk.rows.length - mapped.products.length);
          await writeProducts(context, mapped.products, prepared, source, draft);
          const unknownCounts = countFilledCells(chunk.rows.filter(isReadable), columns.unknown);
          const unknownColumns = addFilled(draft.checkpoint.unknownColumns, unknownCounts);
          const { done } = chunk.position;
          if (!chunk.isEnd) return { position: chunk.position, done, total, checkpoint: { unknownColumns } };
          addNotes(draft, unknownColumnNotes(file.name, columns.unknown, unknownColumns));
          return { position: null, done, total: done };
        },
      };
    },
    async close() {
      await ahead?.catch(() => undefined);
      await rows?.return(undefined);
    },
  };
}

const isReadable = (row: CsvRow | InvalidRow): row is CsvRow => row instanceof CsvRow;

/** The next rows of a file, and where they end. */
interface RowsOfStep {
  readonly rows: readonly (CsvRow | InvalidRow)[];
  readonly position: FolderPosition;
  readonly isEnd: boolean;
}

async function readChunk(
  source: AsyncGenerator<CsvRow | InvalidRow>,
  limit: number,
  { done, byte, brokenRows = 0 }: FolderPosition,
): Promise<RowsOfStep> {
  const rows: (CsvRow | InvalidRow)[] = [];
  let broken = brokenRows;
  let start = byte;
  for (;;) {
    const { done: isEnd, value: row } = await source.next();
    if (isEnd === true) return { rows, position: { done: done + rows.length }, isEnd };
    rows.push(row);
    if (!isReadable(row) && row.isBroken) broken += 1;
    start ??= row.end;
    if (rows.length < limit && row.end - start < STEP_BYTES) continue;
    const position = { done: done + rows.length, byte: row.end, row: row.number, brokenRows: broken };
    return { rows, position, isEnd: false };
  }
}

/** Returns products of rows, and the notes about them. @param mapper null when the file has no column of SKUs */
function mapRows(rows: readonly (CsvRow | InvalidRow)[], mapper: ProductMapper | null) {
  const notes: ImportNote[] = [];
  const products: MappedProduct[] = [];
  for (const row of rows) {
    if (!isReadable(row)) notes.push(...row.notes);
    else {
      const mapped = mapper?.map(row, notes) ?? null;
      if (mapped !== null) products.push(mapped);
    }
  }
  return { notes, products };
}

/** Counts of further rows added to those of earlier ones. */
function addFilled(before: readonly ColumnUsage[], columnCounts: readonly ColumnUsage[]): ColumnUsage[] {
  return columnCounts.map(({ cells, example }, index) => ({
    cells: cells + (before[index]?.cells ?? 0),
    example: before[index]?.example ?? example,
  }));
}
