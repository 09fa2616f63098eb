import type { DomainError } from '../../../kernel/errors.ts';
import { type FieldProblem, textOf } from '../../../kernel/field-problem.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { type ProductItemResult, upsertProducts } from '../../product/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import { importNote } from '../report/import-note.ts';
import { countRow } from '../report/import-report.ts';
import { findRowsLinkingTo, type LinkedRow, nextLinkedRows } from '../run/folder-rows.store.ts';
import type { FolderPhaseDefinition, StepState } from '../run/folder-run.ts';
import { cellText, notesOfRejection } from '../run/import-resource.ts';
import { countOwnLinks, indexBacklinks, type PlannedAssociation, planLinks } from './plan-links.ts';

/** The links of one row that are still to be written. */
interface LinkWrite {
  readonly source: LinkedRow;
  readonly plan: readonly PlannedAssociation[];
}

/**
 * Writes the links of all products once all products are there, since a row may name one that comes later. The list
 * of a type replaces the one the product has; a link that cannot be written is reported and left out of it, and a list
 * of which nothing is left changes nothing.
 */
export const LINK_PHASE: FolderPhaseDefinition = {
  name: 'links',
  open: async ({ batchRows }) => ({
    step: async ({ done: start }) => ({
      lock: async (context) => void (await lockStructureForReading(context)),
      async write(context, draft) {
        const total = draft.remembered;
        const rows = await nextLinkedRows(context, draft.job.id, start, batchRows);
        if (rows.length > 0) {
          const backlinks = indexBacklinks(await findRowsLinkingTo(context, draft.job.id, rows));
          const chunk = rows.map((source) => ({ source, plan: planLinks(source, backlinks) }));
          await importChunk(context, chunk, draft);
        }
        const done = start + rows.length;
        return { position: done < total ? { done } : null, done, total };
      },
    }),
  }),
};

/** Writes a chunk by one operation, and once more those rows of which only some links were rejected. */
async function importChunk(
  context: WriteContext,
  chunk: readonly LinkWrite[],
  draft: StepState,
): Promise<void> {
  const results = await writeLinks(context, chunk);
  const again = chunk.flatMap((write, index) => {
    const rejection = results[index]?.refusal ?? null;
    if (rejection === null) {
      countLinks(write, results[index], draft);
      return [];
    }
    const rest = withoutRejectedParts(write, rejection, draft);
    draft.links.total += countOwnLinks(write.plan) - countOwnLinks(rest.plan);
    draft.links.skipped += countOwnLinks(write.plan) - countOwnLinks(rest.plan);
    if (rest.plan.length > 0) return [rest];
    countUnchanged(write.source, false, draft);
    return [];
  });
  const secondResults = again.length === 0 ? [] : await writeLinks(context, again);
  for (const [index, write] of again.entries()) {
    const result = secondResults[index];
    countLinks(write, result, draft);
    if (result?.refusal) noteRow(write.source, result.refusal, draft);
  }
}

async function writeLinks(
  context: WriteContext,
  writes: readonly LinkWrite[],
): Promise<readonly ProductItemResult[]> {
  const { results } = await upsertProducts.handler(context, {
    items: writes.map(({ source, plan }) => ({
      sku: source.sku,
      associations: plan.map(({ type, links }) => ({
        type,
        products: { set: links.map(({ ref, quantity }) => ({ ref, quantity })) },
      })),
    })),
    mode: 'update',
    errorPolicy: 'reject_failed',
  });
  return results;
}

/** Counts the links of a write, and its row where nothing else of it has changed. */
function countLinks(
  { source, plan }: LinkWrite,
  result: ProductItemResult | undefined,
  draft: StepState,
): void {
  const { links } = draft;
  const linkCount = countOwnLinks(plan);
  links.total += linkCount;
  countUnchanged(source, result?.outcome === 'updated', draft);
  if (result === undefined || result.outcome === 'failed') links.skipped += linkCount;
  else links.set += linkCount;
}

function countUnchanged({ outcome, resource }: LinkedRow, isUpdated: boolean, { counters }: StepState): void {
  if (outcome === 'unchanged') countRow(counters[resource], isUpdated ? 'updated' : 'unchanged');
}

/** Returns the part of a rejected write that can be written, and reports the rest. */
function withoutRejectedParts(
  { source, plan }: LinkWrite,
  rejection: DomainError,
  report: StepState,
): LinkWrite {
  const faultyLinks = new Set<string>();
  const faultyTypes = new Set<number>();
  let whole = rejection.errors.length === 0;
  for (const { path } of rejection.errors) {
    const [field, type, , , link] = path;
    if (field !== 'associations' || type === undefined) whole = true;
    else if (link === undefined) faultyTypes.add(Number(type));
    else faultyLinks.add(`${type}/${link}`);
  }
  if (whole) {
    noteRow(source, rejection, report);
    return { source, plan: [] };
  }
  for (const problem of rejection.errors) noteLink(source, plan, problem, report);
  const rest = plan.map(({ type, links }, index) => ({
    type,
    links: faultyTypes.has(index) ? [] : links.filter((_, link) => !faultyLinks.has(`${index}/${link}`)),
  }));
  // Links from other rows alone need no list of this one: they are written from there.
  return { source, plan: rest.filter((type) => countOwnLinks([type]) > 0) };
}

function noteRow({ file, row }: LinkedRow, rejection: DomainError, { notes }: StepState): void {
  notes.push(...notesOfRejection(rejection, file, () => ({ row, column: null })));
}

/** A link that leads nowhere is a warning: the file may name products that are yet to come. */
function noteLink(
  { file, row }: LinkedRow,
  plan: readonly PlannedAssociation[],
  problem: FieldProblem,
  { notes }: StepState,
): void {
  const { code, path, value } = problem;
  const links = plan[Number(path[1])]?.links ?? [];
  const { column } = (path[4] === undefined ? links[0] : links[Number(path[4])]) ?? { column: null };
  const unknown = code === 'product-not-found';
  const text = unknown ? localized('akeneo-link-skipped', { message: textOf(problem) }) : textOf(problem);
  const details = { row, column, value: value === null ? null : cellText(value) };
  notes.push(importNote(unknown ? 'warning' : 'error', file, code, text, details));
}
