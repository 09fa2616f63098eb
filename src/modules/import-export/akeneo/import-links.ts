import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { Refusal } from '../../../kernel/refusal.ts';
import { type ProductItemResult, upsertProducts } from '../../product/index.ts';
import type { ImportEnvironment } from './import-environment.ts';
import { importNote } from './import-note.ts';
import type { ReportDraft } from './import-report.ts';
import { notesOfRefusal, textOf } from './import-resource.ts';
import { countNamed, indexBacklinks, type LinkedProduct, type PlannedType, planLinks } from './plan-links.ts';

/** A product that is in the catalogue now and whose row names links. */
export interface LinkedRow extends LinkedProduct {
  readonly resource: 'products' | 'productModels';
  readonly file: string;
  readonly row: number;
  /** What became of the row so far. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/** The links of one row that are still to be written. */
interface LinkWrite {
  readonly source: LinkedRow;
  readonly plan: readonly PlannedType[];
}

/**
 * Writes the links of all products once all products are there, since a row may name one that comes later. The list
 * of a type replaces the one the product has; a link that cannot be written is reported and left out of it, and a list
 * of which nothing is left changes nothing.
 */
export async function importLinks(
  rows: readonly LinkedRow[],
  environment: ImportEnvironment,
  chunkSize: number,
  report: ReportDraft,
): Promise<void> {
  const backlinks = indexBacklinks(rows);
  for (let start = 0; start < rows.length; start += chunkSize) {
    const chunk = rows
      .slice(start, start + chunkSize)
      .map((source) => ({ source, plan: planLinks(source, backlinks) }));
    await importChunk(chunk, environment, report);
    environment.onProgress?.({ phase: 'links', done: start + chunk.length, total: rows.length });
  }
}

/** Writes a chunk by one operation, and once more those rows of which only some links were refused. */
async function importChunk(
  chunk: readonly LinkWrite[],
  environment: ImportEnvironment,
  report: ReportDraft,
): Promise<void> {
  const results = await writeLinks(chunk, environment);
  const again = chunk.flatMap((write, index) => {
    const refusal = results[index]?.refusal ?? null;
    if (refusal === null) {
      countLinks(write, results[index], report);
      return [];
    }
    const rest = withoutFaults(write, refusal, report);
    report.links.total += countNamed(write.plan) - countNamed(rest.plan);
    report.links.skipped += countNamed(write.plan) - countNamed(rest.plan);
    return rest.plan.length > 0 ? [rest] : [];
  });
  const secondResults = again.length === 0 ? [] : await writeLinks(again, environment);
  for (const [index, write] of again.entries()) {
    const result = secondResults[index];
    countLinks(write, result, report);
    if (result?.refusal) noteRow(write.source, result.refusal, report);
  }
}

async function writeLinks(
  writes: readonly LinkWrite[],
  environment: ImportEnvironment,
): Promise<readonly ProductItemResult[]> {
  const { results } = await environment.write(upsertProducts, {
    items: writes.map(({ source, plan }) => ({
      sku: source.sku,
      associations: plan.map(({ type, links }) => ({
        type,
        products: { set: links.map(({ ref }) => ({ ref })) },
      })),
    })),
    mode: 'update',
    errorPolicy: 'reject_failed',
  });
  return results;
}

/** Counts the links of a write, and its row as changed where nothing else of it has. */
function countLinks(
  { source, plan }: LinkWrite,
  result: ProductItemResult | undefined,
  { links, counters }: ReportDraft,
): void {
  const named = countNamed(plan);
  links.total += named;
  if (result === undefined || result.outcome === 'failed') {
    links.skipped += named;
    return;
  }
  links.set += named;
  if (result.outcome !== 'updated' || source.outcome !== 'unchanged') return;
  counters[source.resource].unchanged -= 1;
  counters[source.resource].updated += 1;
}

/** What of a refused write can be written; the rest is reported. */
function withoutFaults({ source, plan }: LinkWrite, refusal: Refusal, report: ReportDraft): LinkWrite {
  const faultyLinks = new Set<string>();
  const faultyTypes = new Set<number>();
  let whole = refusal.errors.length === 0;
  for (const { path } of refusal.errors) {
    const [field, type, , , link] = path;
    if (field !== 'associations' || type === undefined) whole = true;
    else if (link === undefined) faultyTypes.add(Number(type));
    else faultyLinks.add(`${type}/${link}`);
  }
  if (whole) {
    noteRow(source, refusal, report);
    return { source, plan: [] };
  }
  for (const problem of refusal.errors) noteLink(source, plan, problem, report);
  const rest = plan.map(({ type, links }, index) => ({
    type,
    links: faultyTypes.has(index) ? [] : links.filter((_, link) => !faultyLinks.has(`${index}/${link}`)),
  }));
  // Links from other rows alone need no list of this one: they are written from there.
  return { source, plan: rest.filter((type) => countNamed([type]) > 0) };
}

function noteRow({ file, row }: LinkedRow, refusal: Refusal, { notes }: ReportDraft): void {
  notes.push(...notesOfRefusal(refusal, file, () => ({ row, column: null })));
}

/** A link that leads nowhere is a warning: the file may name products that are yet to come. */
function noteLink(
  { file, row }: LinkedRow,
  plan: readonly PlannedType[],
  { code, path, message, value }: FieldProblem,
  { notes }: ReportDraft,
): void {
  const links = plan[Number(path[1])]?.links ?? [];
  const { column } = (path[4] === undefined ? links[0] : links[Number(path[4])]) ?? { column: null };
  const unknown = code === 'product-not-found';
  const text = unknown ? `${message} The link is left out.` : message;
  const place = { row, column, value: value === null ? null : textOf(value) };
  notes.push(importNote(unknown ? 'warning' : 'error', file, code, text, place));
}
