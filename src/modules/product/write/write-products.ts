import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { raceLostError } from '../../../platform/database/sql-state.ts';
import {
  findConflicts,
  type LaterChanges,
  loadLaterChanges,
  seenObject,
} from '../../../platform/ledger/find-conflicts.ts';
import { newId } from '../../../platform/new-id.ts';
import { outcomeOf, type WriteMode, type WriteOutcome } from '../../../platform/resource/write-resources.ts';
import { yieldWhenDue } from '../../../platform/yield-when-due.ts';
import { isCellChange, joinChanges, moveUniqueValues, NO_VALUES, namesCell } from '../../values/index.ts';
import { type Links, linkChanges } from '../links/associations.ts';
import { lostClaims, type RefClaim } from '../links/external-ref-claims.ts';
import { moveExternalRefs } from '../links/external-refs.ts';
import { findProducts, missingProduct } from '../product.store.ts';
import type { ProductRow } from '../product-row.ts';
import { type AppliedPatch, applyProductPatch } from './apply-product-patch.ts';
import { openBench } from './open-bench.ts';
import { type Bench, copyBench, type Draft, findDraft, versionAfter } from './product-bench.ts';
import type { ProductItemResult, ProductPatch, ProductWrite, ProductWriteOptions } from './product-input.ts';
import { duplicateSku } from './product-rules.ts';
import { storeBench } from './store-bench.ts';

/**
 * Writes any number of products in a constant number of statements, those that stand by themselves 250 at a time: the
 * one core below every way to write a product. Items are applied in order, later ones see earlier ones; an item that is
 * refused leaves no trace, and the caller decides whether that refuses the whole. Reads its references without locks,
 * then locks families from their root models down, so that concurrent batches queue instead of deadlocking.
 */
export async function writeProducts(
  context: WriteContext,
  writes: readonly ProductWrite[],
  mode: WriteMode,
  options: ProductWriteOptions = {},
): Promise<readonly ProductItemResult[]> {
  const opened = await openBench(context, writes);
  const later = await loadLaterChanges(
    context,
    writes.flatMap(({ ref, ifVersion }) => seenObject(findDraft(opened, ref)?.stored, ifVersion)),
  );
  const batch: Batch = { context, opened, mode, options, later, stored: new Set() };
  const standAlone = writes.length > PART_WRITES && eachStandsAlone(opened, writes);
  const size = standAlone ? PART_WRITES : writes.length;
  const results: ProductItemResult[] = [];
  for (let start = 0; start < writes.length; start += size) {
    // What was sent leaves the process meanwhile.
    if (start > 0) await nextTurn();
    results.push(...(await writePart(batch, writes.slice(start, start + size), start)));
  }
  return results;
}

/** Writes of a part: while the database stores them, the rules judge the next ones. */
const PART_WRITES = 250;

/** Has no write of a batch anything to do with the product of another? Then they need not be judged together. */
function eachStandsAlone(bench: Bench, writes: readonly ProductWrite[]): boolean {
  if (bench.refReleases.size > 0) return false;
  const products = new Set(writes.map(({ ref }) => findDraft(bench, ref)?.row.id ?? foldKey(ref)));
  const isAlone = ({ ref, patch }: ProductWrite) => {
    if (patch.rename || patch.parent || linksProducts(patch)) return false;
    const draft = findDraft(bench, ref);
    return draft === undefined || (isPlain(draft.row, patch) && !patch.associations);
  };
  return products.size === writes.length && writes.every(isAlone);
}

const isPlain = ({ type, parentId }: ProductRow, patch: ProductPatch) =>
  type === 'simple' && parentId === null && (patch.type ?? 'simple') === 'simple';

const linksProducts = ({ associations }: ProductPatch) =>
  associations?.some(({ products }) => products?.set?.length || products?.add?.length) === true;

/** A batch of writes with all that its rules look up. */
interface Batch {
  readonly context: WriteContext;
  readonly opened: Bench;
  readonly mode: WriteMode;
  readonly options: ProductWriteOptions;
  readonly later: LaterChanges;
  /** Drafts that earlier parts have stored. */
  readonly stored: Set<Draft>;
}

/** Judges and stores writes of a batch, of which `start` came before them. */
async function writePart(
  batch: Batch,
  writes: readonly ProductWrite[],
  start: number,
): Promise<readonly ProductItemResult[]> {
  const { bench, applied, results, doubtful } = await applyWrites(batch, writes, start);
  await beginAgainIfAppeared(batch.context, doubtful);
  const drafts = [...bench.drafts.values()].filter((draft) => !batch.stored.has(draft));
  await storeBench(batch.context, bench, drafts);
  for (const draft of drafts) batch.stored.add(draft);
  const named = Map.groupBy(applied, ({ id }) => id);
  for (const { id, index, outcome } of applied) {
    const draft = bench.drafts.get(id);
    const result = results[index];
    if (draft === undefined || result === undefined) continue;
    const { sku } = draft.row;
    results[index] = {
      ...result,
      sku,
      outcome: written(draft, outcome, named.get(id)?.length === 1),
      version: versionAfter(draft),
    };
  }
  return results;
}

/** What became of an item: a product that is in the end as it was before is unchanged by all its items. */
function written(draft: Draft, own: WriteOutcome, isOnlyItem: boolean): WriteOutcome {
  if (draft.stored !== null && draft.changes.length === 0) return 'unchanged';
  // An item that changes nothing itself may still have its product changed by a two-way link of another.
  return isOnlyItem && draft.stored !== null ? 'updated' : own;
}

/** How often a batch is applied while refusals bring down further items. */
const MAXIMUM_ATTEMPTS = 5;

interface AppliedWrite {
  readonly id: string;
  readonly index: number;
  /** What this item did: a second one for a product that the batch creates does not create it. */
  readonly outcome: WriteOutcome;
}

/** Writes as the rules have judged them, with nothing stored yet. */
interface AppliedWrites {
  readonly bench: Bench;
  /** By their places among these writes. */
  readonly applied: readonly AppliedWrite[];
  readonly results: ProductItemResult[];
  /** Folded SKUs of refused items whose own product may be what they took for a stranger. */
  readonly doubtful: readonly string[];
}

/**
 * Applies the writes in order. One may take an external id that a later one lets go; when that is refused, the first
 * is refused too, and all are applied anew without it; the last time none may take anything that is not free yet.
 */
async function applyWrites(
  batch: Batch,
  writes: readonly ProductWrite[],
  start: number,
): Promise<AppliedWrites> {
  const { opened } = batch;
  const refused = new Map<number, Refusal>();
  for (let attempt = 1; ; attempt += 1) {
    const refReleases = attempt < MAXIMUM_ATTEMPTS ? opened.refReleases : new Map();
    const bench = opened.refReleases.size === 0 ? opened : copyBench({ ...opened, refReleases });
    const applied: AppliedWrite[] = [];
    const results: ProductItemResult[] = [];
    const doubtful: string[] = [];
    const claims: (RefClaim & { readonly index: number })[] = [];
    for (const [index, write] of writes.entries()) {
      await yieldWhenDue();
      try {
        const known = refused.get(index);
        if (known !== undefined) throw known;
        const { id, patch, isNew } = await applyWrite(batch, bench, write);
        applied.push({ id, index, outcome: outcomeOf(isNew, patch.changes) });
        claims.push(...patch.claims.map((claim) => ({ ...claim, index })));
        results.push(resultOf(start + index, write, patch, id));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (findDraft(bench, write.ref) === undefined && saysTaken(error)) doubtful.push(foldKey(write.ref));
        results.push({ ...resultOf(start + index, write, null, null), outcome: 'failed', refusal: error });
      }
    }
    const lost = lostClaims(bench, claims);
    if (lost.size === 0) return { bench, applied, results, doubtful };
    for (const [index, refusal] of lost) refused.set(index, refusal);
  }
}

const saysTaken = ({ errors }: Refusal) =>
  errors.some(({ code }) => code === 'not-unique' || code === 'axis-duplicate');

/**
 * Values are looked up after products. A product that another transaction stored in between looks like a stranger who
 * holds the values of its own writer: run again, the operation finds it and updates it, or says that its SKU is taken.
 */
async function beginAgainIfAppeared(context: WriteContext, skuKeys: readonly string[]): Promise<void> {
  if (skuKeys.length === 0) return;
  const appeared = await findProducts(context, context.session.organizationId, skuKeys, []);
  if (appeared.length > 0) throw raceLostError();
}

function resultOf(
  index: number,
  write: ProductWrite,
  patch: AppliedPatch | null,
  id: string | null,
): ProductItemResult {
  return {
    index,
    sku: patch?.row.sku ?? write.ref,
    outcome: 'unchanged',
    id,
    version: null,
    refusal: null,
    inheritedCells: patch?.inheritedCells ?? [],
    cellProblems: patch?.cellProblems ?? [],
    statusProblems: patch?.statusProblems ?? [],
  };
}

/** Applies one write to the bench. */
async function applyWrite(
  { context, mode, options, later }: Batch,
  bench: Bench,
  write: ProductWrite,
): Promise<{ readonly id: string; readonly patch: AppliedPatch; readonly isNew: boolean }> {
  const current = findDraft(bench, write.ref);
  if (current === undefined && mode === 'update') throw await missingProduct(context, write.ref);
  if (current !== undefined && mode === 'create') throw duplicateSku(current.row.sku);
  if (current?.stored && write.ifVersion !== undefined && write.ifVersion !== null) {
    const named = (change: CellChange) => namesPlace(write.patch, change);
    const mismatch = await findConflicts(context, current.stored, write.ifVersion, named, later);
    if (mismatch !== null) throw mismatch;
  }
  const patch = applyProductPatch(bench, current ?? { newId: newId(), sku: write.ref }, write.patch, options);
  putDraft(bench, current, patch, write.patch.comment ?? null);
  return { id: patch.row.id, patch, isNew: current === undefined };
}

/** Does a write name the place of a change? */
function namesPlace(patch: ProductPatch, change: CellChange): boolean {
  if (isCellChange(change)) return namesCell(patch.values ?? [], change);
  const { path } = change;
  const fields: JsonObject = {
    sku: patch.rename,
    type: patch.type,
    parent: patch.parent === undefined ? undefined : true,
    attribute_set: patch.attributeSet,
    variant_layout: patch.variantLayout,
    status: patch.status,
    channels: patch.channels === undefined ? undefined : true,
    categories: patch.categories === undefined ? undefined : true,
  };
  const system = /^external_refs\.(.+)/.exec(path)?.[1];
  if (system !== undefined) {
    const named = patch.externalRefs;
    return named === null || named?.some((ref) => foldKey(ref.system) === foldKey(system)) === true;
  }
  const [, association, kind] = /^associations\.([^.]+)\.(products|entities)$/.exec(path) ?? [];
  if (association !== undefined) {
    return (patch.associations ?? []).some(
      (named) =>
        foldKey(named.type) === foldKey(association) && named[kind as 'products' | 'entities'] !== undefined,
    );
  }
  return fields[path] !== undefined;
}

/** Puts the outcome of a patch on the bench, for later items to see. */
function putDraft(
  bench: Bench,
  current: Draft | undefined,
  patch: AppliedPatch,
  comment: string | null,
): void {
  const { row, changes } = patch;
  const before = current?.row;
  bench.drafts.set(row.id, {
    stored: current?.stored ?? null,
    row,
    changes: current?.stored === null ? [] : joinChanges(current?.changes ?? [], changes),
    comment: comment ?? current?.comment ?? null,
    links: patch.links,
    entityLinks: patch.entityLinks,
  });
  for (const [id, links] of patch.counterparts) putLinks(bench, id, links);
  if (before !== undefined) bench.idBySku.delete(foldKey(before.sku));
  bench.idBySku.set(foldKey(row.sku), row.id);
  const placed = patch.below.map((after) => ({ before: bench.drafts.get(after.id)?.row, after }));
  for (const { after } of placed) {
    const draft = bench.drafts.get(after.id);
    if (draft !== undefined) bench.drafts.set(after.id, { ...draft, row: after });
  }
  moveAxisKeys(bench, [{ before, after: row }, ...placed]);
  moveExternalRefs(bench.refOwners, row.id, before?.externalRefs ?? [], row.externalRefs);
  moveUniqueValues(bench.structure, bench.uniqueOwners, {
    id: row.id,
    before: before?.values ?? NO_VALUES,
    after: row.values,
  });
}

interface Moved {
  readonly before: ProductRow | undefined;
  readonly after: ProductRow;
}

/** Takes the axis values that products had from them, and gives them those that they have now. */
function moveAxisKeys({ axisKeys }: Bench, moved: readonly Moved[]): void {
  for (const { before } of moved) {
    const siblings = axisKeys.get(before?.parentId ?? '');
    if (before?.axisKey && siblings?.get(before.axisKey) === before.id) siblings.delete(before.axisKey);
  }
  for (const { after } of moved) {
    if (after.parentId === null || after.axisKey === null) continue;
    const siblings = axisKeys.get(after.parentId) ?? new Map<string, string>();
    axisKeys.set(after.parentId, siblings.set(after.axisKey, after.id));
  }
}

/** Gives a product of the bench the links that follow from another one's. */
function putLinks(bench: Bench, id: string, links: Links): void {
  const draft = bench.drafts.get(id);
  if (draft === undefined) throw new Error(`Product ${id} is linked both ways but was not locked.`);
  const changes =
    draft.stored === null ? [] : joinChanges(draft.changes, linkChanges(bench, draft.links, links));
  bench.drafts.set(id, { ...draft, links, changes });
}
