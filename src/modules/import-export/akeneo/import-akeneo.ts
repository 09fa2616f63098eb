import { foldKey } from '../../../kernel/codes.ts';
import { CsvRow, type CsvTable } from './csv-file.ts';
import { type ImportedConfiguration, importConfiguration } from './import-configuration.ts';
import type { ImportEnvironment } from './import-environment.ts';
import { importLinks, type LinkedRow } from './import-links.ts';
import type { ImportNote } from './import-note.ts';
import { importProducts, type ProductSource } from './import-products.ts';
import { addNotes, countRow, type ImportReport, type ReportDraft, startReport } from './import-report.ts';
import type { KnownLayouts } from './known-layouts.ts';
import { indexModels, MODEL_COLUMNS, MODEL_PROPERTIES, mapProductModels } from './map-product-models.ts';
import { createProductMapper, productProperties, productPropertyColumns } from './map-products.ts';
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
 * nothing, and values that a variant repeats from its model stay the model's. Links are written at the end; those of
 * all rows are held in memory until then.
 *
 * @throws ValidationFailed `import-file-invalid` when there is no such folder or no `products.csv` in it.
 */
export async function importAkeneoFolder(options: AkeneoImport): Promise<ImportReport> {
  const { chunkSize = DEFAULT_CHUNK_SIZE, modelPrefix = '' } = options;
  const folder = await openAkeneoFolder(options.folder);
  const report = startReport();
  addNotes(report, folder.notes);
  const configuration = await importConfiguration(folder, options, chunkSize, report);
  const models = await folder.readTable('product_models');
  const run: ProductRun = {
    folder,
    configuration,
    environment: options,
    chunkSize,
    modelPrefix,
    models: indexModels(models),
    linked: [],
    report,
  };
  await importModelFile(models, run);
  await importProductFile(run);
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
  /** Rows with links, in the order of the files. */
  readonly linked: LinkedRow[];
  readonly report: ReportDraft;
}

/** Models, level by level: what stands below another is written after it. */
async function importModelFile(table: CsvTable, run: ProductRun): Promise<void> {
  const { configuration, environment, chunkSize, modelPrefix, models, report } = run;
  const columns = resolveProductColumns(table.columns, MODEL_PROPERTIES, configuration.structure);
  const context: ProductFileContext = { file: table.name, columns, modelPrefix, models };
  const { levels, notes } = mapProductModels(table, context, configuration.layouts);
  const unknown = countUnknownColumns(table.name, columns.unknown);
  for (const row of table.rows) unknown.add(row);
  addNotes(report, table.notes, unknown.notes(), notes);
  const total = levels.flat().length;
  countRow(report.counters.productModels, 'failed', table.faultyRows + table.rows.length - total);
  const source: ProductSource = {
    resource: 'productModels',
    file: table.name,
    properties: MODEL_COLUMNS,
    isAbove: ({ item }, attribute) => {
      const model = models.get(modelKey(item.sku, modelPrefix));
      return model !== undefined && levelOf(attribute, model, configuration.layouts) < model.level;
    },
  };
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
async function importProductFile(run: ProductRun): Promise<void> {
  const { folder, configuration, environment, chunkSize, modelPrefix, models, report } = run;
  const { identifier, structure, layouts } = configuration;
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
    isAbove: ({ item }, attribute) => {
      const parent = models.get(modelKey(item.parent ?? '', modelPrefix));
      return parent !== undefined && levelOf(attribute, parent, layouts) <= parent.level;
    },
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

/** The key of a model behind its SKU. */
function modelKey(sku: string, modelPrefix: string): string {
  return foldKey(sku.slice(modelPrefix.length));
}

/** The level that the layout of a model's family gives an attribute. */
function levelOf(attribute: string, { layout }: ModelFacts, layouts: KnownLayouts): number {
  return layouts.get(foldKey(layout))?.levels.get(foldKey(attribute)) ?? 0;
}
