import { detailOf } from '../../../kernel/errors.ts';
import { type FieldProblem, textOf } from '../../../kernel/field-problem.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { type ProductItemResult, upsertProducts } from '../../product/index.ts';
import { countOwnLinks, NO_BACKLINKS, planLinks } from '../links/plan-links.ts';
import type { ColumnsByField } from '../map/mapping-result.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import { addNotes, countRow } from '../report/import-report.ts';
import {
  findDisplayedCells,
  type LinkedRow,
  storeDisplayedCells,
  storeLinkedRows,
} from '../run/folder-rows.store.ts';
import type { StepState } from '../run/folder-run.ts';
import { cellText, type LocateProblem, notesOfRejection } from '../run/import-resource.ts';
import { MODEL_PREFIX_HINT } from './map-products.ts';
import type { PreparedProducts } from './prepare-files.ts';
import { type MappedProduct, productColumnOf } from './product-rows.ts';

/** Source of a chunk of products, and the report that counts them. */
export interface ProductSource {
  readonly resource: 'products' | 'productModels';
  readonly file: string;
  /** The column of each property. */
  readonly properties: ColumnsByField;
}

/** Rejections that only the status is to blame for; the rest of the row can be written. */
const STATUS_REFUSALS: ReadonlySet<string> = new Set(['invalid-transition', 'not-publishable']);
/** Problems of valid cells that do not belong to this product. */
const NOT_ON_THIS_PRODUCT: ReadonlySet<string> = new Set(['value-belongs-to-parent', 'attribute-not-in-set']);

/**
 * Writes a chunk of products whose files are there, and once more those whose status alone was rejected. The job
 * remembers those whose links can be written, which is left for the end.
 */
export async function writeProducts(
  context: WriteContext,
  products: readonly MappedProduct[],
  prepared: PreparedProducts,
  source: ProductSource,
  draft: StepState,
): Promise<void> {
  if (products.length === 0) return;
  addNotes(draft, prepared.notes);
  const results = await writeChunk(context, prepared.products);
  const rejectedProducts = prepared.products.flatMap((product, index) => {
    const { refusal } = results[index] ?? {};
    return refusal && STATUS_REFUSALS.has(refusal.code) && product.item.status
      ? [{ product, index, refusal }]
      : [];
  });
  const again = rejectedProducts.map(({ product }) => {
    const { status: _status, ...item } = product.item;
    return { ...product, item };
  });
  const secondResults = again.length === 0 ? [] : await writeChunk(context, again);
  for (const [position, { product, index, refusal }] of rejectedProducts.entries()) {
    const second = secondResults[position];
    if (second === undefined) continue;
    results[index] = second;
    const message = localized('akeneo-status-not-imported', { message: detailOf(refusal) });
    const column = source.properties.status ?? null;
    draft.notes.push(importNote('warning', source.file, refusal.code, message, { row: product.row, column }));
  }
  const storedKeys = await findDisplayedCells(context, draft.job.id, prepared.repeated);
  const displayedKeys = new Set(storedKeys);
  for (const [index, product] of products.entries()) {
    countProduct(product, results[index], source, draft);
    prepared.count(index, results[index], displayedKeys, draft.files);
  }
  await storeDisplayedCells(
    context,
    draft.job.id,
    [...displayedKeys].filter((key) => !storedKeys.has(key)),
  );
  const linkedRows = products.flatMap(
    (product, index) => linkedRow(product, results[index], source, draft) ?? [],
  );
  await storeLinkedRows(context, draft.job.id, linkedRows, draft.remembered);
  draft.remembered += linkedRows.length;
}

/** Returns the links of a product that is there now; those of a rejected one are left out together with its row. */
function linkedRow(
  { row, item: { sku }, links: cells }: MappedProduct,
  result: ProductItemResult | undefined,
  { resource, file }: ProductSource,
  { links }: StepState,
): LinkedRow | null {
  if (cells.length === 0) return null;
  const outcome = result?.outcome ?? 'failed';
  if (outcome !== 'failed') return { resource, file, row, sku, cells, outcome };
  const linkCount = countOwnLinks(planLinks({ sku, cells }, NO_BACKLINKS));
  links.total += linkCount;
  links.skipped += linkCount;
  return null;
}

async function writeChunk(
  context: WriteContext,
  products: readonly MappedProduct[],
): Promise<ProductItemResult[]> {
  const { results } = await upsertProducts.handler(context, {
    items: products.map(({ item }) => item),
    mode: 'upsert',
    errorPolicy: 'reject_failed',
    inheritedCells: 'skip',
    invalidCells: 'skip',
  });
  return [...results];
}

function countProduct(
  product: MappedProduct,
  result: ProductItemResult | undefined,
  source: ProductSource,
  { counters, cells, notes }: StepState,
): void {
  const outcome = result?.outcome ?? 'failed';
  // Its links may still change it: it is counted with them, so that no number ever goes back.
  if (outcome !== 'unchanged' || product.links.length === 0) countRow(counters[source.resource], outcome);
  const cellCount = product.cells.reduce((sum, { columns }) => sum + columns.length, 0);
  cells.total += cellCount + product.skippedColumns;
  cells.skipped += product.skippedColumns;
  const { refusal = null, cellProblems = [] } = result ?? {};
  const locate: LocateProblem = (problem) => {
    const column = problem === null ? null : productColumnOf(problem, product, source.properties);
    return { row: product.row, column, ...hintFor(problem, product) };
  };
  if (result === undefined || refusal !== null) {
    cells.skipped += cellCount;
    if (refusal !== null) {
      notes.push(...notesOfRejection(refusal, source.file, locate));
    }
    return;
  }
  for (const problem of cellProblems) notes.push(noteOfCell(problem, source.file, locate(problem)));
  const skipped = columnsOf(
    product,
    cellProblems.map(({ path }) => path),
  );
  const inherited = columnsOf(product, result.inheritedCells);
  cells.skipped += skipped;
  cells.inherited += inherited;
  cells.written += cellCount - skipped - inherited;
}

/** Returns the hint for two rejections whose cause is not at the path that they report. */
function hintFor(problem: FieldProblem | null, { cells }: MappedProduct): { hint?: Message; value?: string } {
  const [field, column] = problem?.path ?? [];
  if (problem?.code === 'immutable-property' && field === 'type') return { hint: MODEL_PREFIX_HINT };
  const cell = cells.find(({ cell: { path } }) => path[1] === column)?.cell;
  if (problem?.code !== 'axis-missing' || cell === undefined) return {};
  const value = cellText(cell.value);
  return { value, hint: localized('akeneo-axis-value-invalid', { value, attribute: cell.attribute }) };
}

function noteOfCell(problem: FieldProblem, file: string, details: ReturnType<LocateProblem>): ImportNote {
  const { code, value } = problem;
  const level = NOT_ON_THIS_PRODUCT.has(code) ? 'warning' : 'error';
  const cell = value === null ? null : cellText(value);
  return importNote(level, file, code, textOf(problem), { value: cell, ...details });
}

/** Returns the number of columns of the cells that some paths name, each cell once. */
function columnsOf({ cells }: MappedProduct, paths: readonly (readonly string[])[]): number {
  const faultyColumns = new Set(paths.filter(([field]) => field === 'values').map(([, column]) => column));
  return cells.reduce(
    (sum, { cell, columns }) => sum + (faultyColumns.has(cell.path[1]) ? columns.length : 0),
    0,
  );
}
