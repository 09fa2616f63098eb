import { CsvRow, type CsvTable } from './csv-file.ts';
import { findCopies } from './find-copies.ts';
import { openFolderFiles } from './folder-files.ts';
import { type ImportedConfiguration, importConfiguration } from './import-configuration.ts';
import type { ImportEnvironment } from './import-environment.ts';
import { createFileImporter, type FileImporter } from './import-files.ts';
import { importLinks, type LinkedRow } from './import-links.ts';
import type { ImportNote } from './import-note.ts';
import { importProducts, type ProductSource } from './import-products.ts';
import { addNotes, countRow, type ImportReport, type ReportDraft, startReport } from './import-report.ts';
import { indexModels, MODEL_COLUMNS, MODEL_PROPERTIES, mapProductModels } from './map-product-models.ts';
import { createProductMapper, productProperties, productPropertyColumns } from './map-products.ts';
import { type ModelLines, traceModels } from './model-lines.ts';
import { resolveProductColumns } from './product-columns.ts';
import type { MappedProduct, ModelFacts, ProductFileContext } from './product-rows.ts';
import { type AkeneoFolder, openAkeneoFolder } from './read-akeneo-folder.ts';
import { countUnknownColumns, missingColumn } from './table-rows.ts';

export interface AkeneoImport extends ImportEnvironment {
  /** Path of the folder with the CSV files. */
  readonly folder: string;
  /** Set before the codes of product models, which share one name space with SKUs here. */
  readonly modelPrefix?: string;
  /** Rows written by one operation; 500 by default. */
  readonly chunkSize?: number;
}

const DEFAULT_CHUNK_SIZE = 500;

/**
 * Imports a folder of CSV files of Akeneo: settings, attributes, families, categories, models and products, each kind
 * after what it refers to, in chunks of one operation each. Rows and cells that cannot be imported are reported and
 * keep nothing else from being imported. A second run over an unchanged folder changes nothing: empty cells clear
 * nothing, and values that a variant repeats from its model stay the model's. Files that cells name are stored before
 * the products that show them. Links are written at the end; those of all rows are held in memory until then.
 *
 * @throws ValidationFailed `import-file-invalid` when there is no such folder or no `products.csv` in it.
 */
export async function importAkeneoFolder(options: AkeneoImport): Promise<ImportReport> {
  const { chunkSize = DEFAULT_CHUNK_SIZE, modelPrefix = '' } = options;
  const folder = await openAkeneoFolder(options.folder);
  const report = startReport();
  addNotes(report, folder.notes);
  const configuration = await importConfiguration(folder, options, chunkSize, report);
  const table = await folder.readTable('product_models');
  const models = indexModels(table);
  const lines = traceModels(models, configuration.layouts, modelPrefix);
  const run: ProductRun = {
    ...{ folder, configuration, environment: options, chunkSize, modelPrefix, models, lines, report },
    linked: [],
  };
  const levels = mapModelFile(table, run);
  const files = await openFiles(options.folder, levels.flat(), run);
  await importModels(table.name, levels, files, run);
  await importProductFile(files, run);
  await importLinks(run.linked, options, chunkSize, report);
  return { ...report, notes: inOrderOfRows(report.notes) };
}

/** File by file as they were imported, in each what concerns it as a whole first and then row by row. */
function inOrderOfRows(notes: readonly ImportNote[]): ImportNote[] {
  const files = [...new Set(notes.map(({ file }) => file))];
  const place = ({ file }: ImportNote) => files.indexOf(file);
  return notes.toSorted((a, b) => place(a) - place(b) || (a.row ?? 0) - (b.row ?? 0));
}

interface ProductRun {
  readonly folder: AkeneoFolder;
  readonly configuration: ImportedConfiguration;
  readonly environment: ImportEnvironment;
  readonly chunkSize: number;
  readonly modelPrefix: string;
  /** The models of the files by folded code. */
  readonly models: ReadonlyMap<string, ModelFacts>;
  readonly lines: ModelLines;
  /** Rows with links, in the order of the files. */
  readonly linked: LinkedRow[];
  readonly report: ReportDraft;
}

/** The models of their file, level by level. */
function mapModelFile(table: CsvTable, run: ProductRun): readonly (readonly MappedProduct[])[] {
  const { configuration, modelPrefix, models, report } = run;
  const columns = resolveProductColumns(table.columns, MODEL_PROPERTIES, configuration.structure);
  const context: ProductFileContext = { file: table.name, columns, modelPrefix, models };
  const { levels, notes } = mapProductModels(table, context, configuration.layouts);
  const unknown = countUnknownColumns(table.name, columns.unknown);
  for (const row of table.rows) unknown.add(row);
  addNotes(report, table.notes, unknown.notes(), notes);
  const refused = table.faultyRows + table.rows.length - levels.flat().length;
  countRow(report.counters.productModels, 'failed', refused);
  return levels;
}

/** Makes ready to bring in the files that models and products name. */
async function openFiles(
  path: string,
  models: readonly MappedProduct[],
  { folder, configuration, environment, lines, report }: ProductRun,
): Promise<FileImporter> {
  const { structure, identifier } = configuration;
  const files = await openFolderFiles(path);
  const openProducts = async () => {
    const file = await folder.openProducts();
    return {
      file,
      columns: resolveProductColumns(file.columns, productProperties(identifier), structure).files,
    };
  };
  const copies = await findCopies({ models, openProducts }, lines, files);
  return createFileImporter({ files, lines, models, copies, structure, environment, report });
}

/** Models, level by level: what stands below another is written after it. */
async function importModels(
  file: string,
  levels: readonly (readonly MappedProduct[])[],
  files: FileImporter,
  run: ProductRun,
): Promise<void> {
  const { environment, chunkSize, report } = run;
  const source: ProductSource = { resource: 'productModels', file, properties: MODEL_COLUMNS, files };
  const total = levels.flat().length;
  let done = 0;
  for (const level of levels) {
    for (let start = 0; start < level.length; start += chunkSize) {
      const chunk = level.slice(start, start + chunkSize);
      run.linked.push(...(await importProducts(chunk, source, environment, report)));
      done += chunk.length;
      environment.onProgress?.({ phase: 'productModels', done, total });
    }
  }
}

/** Products, row by row from the file and chunk by chunk into the catalogue. */
async function importProductFile(files: FileImporter, run: ProductRun): Promise<void> {
  const { folder, configuration, environment, chunkSize, modelPrefix, models, report } = run;
  const { identifier, structure } = configuration;
  const total = await folder.countProducts();
  const file = await folder.openProducts();
  const columns = resolveProductColumns(file.columns, productProperties(identifier), structure);
  const mapper = createProductMapper(file.columns, identifier, {
    file: file.name,
    columns,
    modelPrefix,
    models,
  });
  const unknown = countUnknownColumns(file.name, columns.unknown);
  const source: ProductSource = {
    resource: 'products',
    file: file.name,
    properties: productPropertyColumns(identifier),
    files,
  };
  addNotes(report, file.notes);
  const hasKey = file.columns.includes(identifier);
  if (!hasKey && file.columns.length > 0) report.notes.push(missingColumn(file.name, identifier));
  let chunk: MappedProduct[] = [];
  let done = 0;
  const flush = async () => {
    run.linked.push(...(await importProducts(chunk, source, environment, report)));
    chunk = [];
    environment.onProgress?.({ phase: 'products', done, total });
  };
  for await (const row of file.rows()) {
    done += 1;
    const mapped = hasKey && row instanceof CsvRow ? mapper.map(row, report.notes) : null;
    if (!(row instanceof CsvRow)) addNotes(report, row.notes);
    else unknown.add(row);
    if (mapped === null) countRow(report.counters.products, 'failed');
    else chunk.push(mapped);
    if (chunk.length === chunkSize) await flush();
  }
  await flush();
  addNotes(report, unknown.notes());
}
