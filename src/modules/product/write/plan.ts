import type { CellChange } from '../../../kernel/change.ts';
import { readExternalRef } from '../../../kernel/codes.ts';
import { DomainError, detailOf, ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { findConflicts } from '../../../platform/ledger/find-conflicts.ts';
import { newId } from '../../../platform/new-id.ts';
import { externalRefOf, productKey } from '../../product-reference/index.ts';
import type { ExternalRef } from '../../property/index.ts';
import { type CellWrite, defaultWrites, levelOf, rewriteValues, valueChanges } from '../../values/index.ts';
import { applyAssociations } from '../links/associations.ts';
import { applyEntityLinks } from '../links/entity-links.ts';
import { applyExternalRefs, refChanges } from '../links/external-refs.ts';
import { NO_ENTITY_LINKS, NO_LINKS } from '../model/links.ts';
import { incompleteScopes, liveScopes, NO_LIVE_SCOPES } from '../model/live.ts';
import { productNotFoundError } from '../model/product.store.ts';
import { completenessOf, setOf, variantPlacement } from '../model/product-completeness.ts';
import type {
  ExternalRefInput,
  ProductPatch,
  ProductWrite,
  WrittenPublication,
} from '../model/product-input.ts';
import type { ProductRow } from '../model/product-row.ts';
import { checkPublishable, checkTransition, duplicateSkuError } from '../model/product-rules.ts';
import {
  ancestorsOf,
  findPending,
  type PendingProduct,
  type PlannedWrite,
  type WriteBatch,
} from '../model/write-batch.ts';
import { invalidCellsAfterMove, moveDescendants } from '../variants/move-descendants.ts';
import { planIdentityChange, planNewProduct } from '../variants/product-hierarchy.ts';
import { patchCodeSets, propertyChanges, writesChange } from './patch-properties.ts';
import { writeValues } from './write-values.ts';

/**
 * Plans one write: checks it against the batch as it is now and returns its result for the product. The batch is only
 * read; the database is queried only for the contents of a rejection.
 *
 * @throws NotFound, Conflict, VersionMismatch, ValidationFailed, NotPublishable
 */
export async function planWrite(
  context: WriteContext,
  batch: WriteBatch,
  { ref, patch, ifVersion }: ProductWrite,
): Promise<PlannedWrite> {
  const current = findPending(batch, ref);
  if (current === undefined && batch.mode === 'update') throw await productNotFoundError(context, ref);
  if (current !== undefined && batch.mode === 'create') throw duplicateSkuError(current.row.sku);
  if (ref === '') throw ValidationFailed.of([UNADDRESSED]);
  const external = current === undefined ? readExternalRef(ref) : null;
  if (external !== null) throw ValidationFailed.of([unknownExternalRef(patch, ref, external)]);
  if (current?.stored && typeof ifVersion === 'number') {
    const isNamedInPatch = (change: CellChange) => writesChange(patch, change);
    const mismatch = await findConflicts(
      context,
      current.stored,
      ifVersion,
      isNamedInPatch,
      batch.laterChanges,
    );
    if (mismatch !== null) throw mismatch;
  }
  return planPatch(batch, current, ref, current === undefined ? withSetOfNew(patch) : patch);
}

const UNADDRESSED = fieldProblem('required', ['sku'], localized('sku-or-external-ref-required'));

/**
 * Returns the error that an external id leads to no product. A product is created by its SKU, for an external id is no
 * name to show.
 */
function unknownExternalRef(
  { externalRefs }: ProductPatch,
  ref: string,
  { system, id }: ExternalRef,
): FieldProblem {
  const isSame = (sent: ExternalRefInput) =>
    sent.id != null && externalRefOf({ system: sent.system, id: sent.id }) === productKey(ref);
  const index = externalRefs?.findIndex(isSame) ?? -1;
  const path = index < 0 ? ['sku'] : ['externalRefs', String(index), 'id'];
  const value = index < 0 ? ref : id;
  return fieldProblem('product-not-found', path, localized('external-ref-not-found', { id, system }), {
    value,
  });
}

/** Returns a patch that creates a product, with the set that only a new product takes. */
const withSetOfNew = (patch: ProductPatch): ProductPatch =>
  patch.attributeSetOfNew === undefined || patch.attributeSet || patch.parent
    ? patch
    : { ...patch, attributeSet: patch.attributeSetOfNew };

function planPatch(
  batch: WriteBatch,
  current: PendingProduct | undefined,
  sku: string,
  patch: ProductPatch,
): PlannedWrite {
  const { structure, options } = batch;
  const before = current?.row ?? null;
  const problems: FieldProblem[] = [];
  const identified =
    before === null
      ? planNewProduct(batch, newId(), sku, patch, problems)
      : planIdentityChange(batch, before, patch, problems);
  if (problems.length > 0) throw ValidationFailed.of(problems);

  const ancestors = ancestorsOf(batch, identified);
  const assigned = patchCodeSets(batch, identified, patch, ancestors);
  const cells = [...(patch.values ?? [])];
  if (before === null) cells.push(...defaultValues(batch, assigned.row, ancestors, cells));
  const { valueRewrite } = patch;
  const rewritten = valueRewrite
    ? { ...assigned.row, values: rewriteValues(assigned.row.values, valueRewrite) }
    : assigned.row;
  const written = writeValues(batch, rewritten, ancestors, cells, patch.adjust ?? []);
  const associationPlan = applyAssociations(
    batch,
    identified.id,
    current?.links ?? NO_LINKS,
    patch.associations ?? [],
  );
  const entityLinked = applyEntityLinks(
    batch,
    current?.entityLinks ?? NO_ENTITY_LINKS,
    patch.associations ?? [],
    patch.entityReplacement ?? null,
  );
  const referred = applyExternalRefs(batch, identified.id, identified.externalRefs, patch.externalRefs);
  const valued = {
    ...assigned.row,
    values: written.values,
    axisKey: written.axisKey,
    externalRefs: referred.refs,
  };
  const isMoved = before !== null && hasMoved(before, valued);
  const family = isMoved ? moveDescendants(batch, before, assigned.row) : { below: [], problems: [] };
  const skipsCells = options.invalidCells === 'skip';
  problems.push(
    ...(skipsCells ? [] : assigned.problems),
    ...written.problems,
    ...(isMoved ? invalidCellsAfterMove(structure, valued, ancestors) : []),
    ...family.problems,
    ...associationPlan.problems,
    ...entityLinked.problems,
    ...referred.problems,
  );
  if (problems.length > 0) throw ValidationFailed.of(problems);

  const complete = { ...valued, ...completenessOf(structure, valued, ancestors) };
  const { row: judged, statusProblems } = changeStatus(batch, before, complete, ancestors, patch);
  const row = { ...judged, live: liveScopes(structure, judged, ancestors) };
  return {
    isNew: before === null,
    row,
    changes:
      before === null
        ? []
        : [
            ...propertyChanges(before, row, (id) => batch.products.get(id)?.row.sku),
            ...refChanges(before.externalRefs, row.externalRefs),
            ...valueChanges(before.values, row.values),
            ...associationPlan.changes,
            ...entityLinked.changes,
          ],
    comment: patch.comment ?? null,
    links: associationPlan.links,
    entityLinks: entityLinked.links,
    counterparts: associationPlan.counterparts,
    claims: referred.claims,
    below: family.below,
    inheritedCells: written.inheritedCells,
    cellProblems: [...(skipsCells ? assigned.problems : []), ...written.skipped],
    statusProblems,
    publication: publicationOf(batch, before, row, ancestors),
  };
}

/** Returns the scopes where a product that becomes published is live and where it is blocked. */
function publicationOf(
  { structure }: WriteBatch,
  before: ProductRow | null,
  row: ProductRow,
  ancestors: readonly ProductRow[],
): WrittenPublication | null {
  if (row.status !== 'published' || before?.status === 'published') return null;
  return { live: row.live ?? NO_LIVE_SCOPES, blocked: incompleteScopes(structure, row, ancestors) };
}

/** Has a product another parent, or is it under the rules of another set or layout? */
const hasMoved = (before: ProductRow, after: ProductRow) =>
  before.parentId !== after.parentId ||
  before.attributeSet !== after.attributeSet ||
  before.variantLayout !== after.variantLayout;

/** Returns default values for a new product: of the attributes of its set that are on its own level. */
function defaultValues(
  batch: WriteBatch,
  row: ProductRow,
  ancestors: readonly ProductRow[],
  writes: readonly CellWrite[],
): CellWrite[] {
  const placement = variantPlacement(batch.structure, row, ancestors.at(-1) ?? row);
  const attributes = setOf(batch.structure, row)?.attributes ?? [];
  const own = attributes.filter(
    ({ code }) => placement === undefined || levelOf(placement.layout, code) === placement.level,
  );
  return defaultWrites(own, writes, batch.valueContext);
}

/**
 * Returns the row with the status that the patch gives it, or, where the patch allows that, the present one and why.
 */
function changeStatus(
  { structure, options }: WriteBatch,
  before: ProductRow | null,
  row: ProductRow,
  ancestors: readonly ProductRow[],
  patch: ProductPatch,
): { readonly row: ProductRow; readonly statusProblems: readonly FieldProblem[] } {
  const next = { ...row, status: patch.status ?? row.status };
  try {
    if (options.anyTransition !== true) checkTransition(before?.status ?? 'draft', next.status);
    const isStill = before?.status === 'published' && before.parentId === next.parentId;
    if (next.status === 'published' && (!isStill || next.attributeSet === null))
      checkPublishable(structure, next, ancestors);
    return { row: next, statusProblems: [] };
  } catch (error) {
    if (!(error instanceof DomainError) || patch.refusedStatus !== 'keep' || next.status === row.status)
      throw error;
    const message = localized('with-status-stays', { message: detailOf(error), to: row.status });
    return { row, statusProblems: [fieldProblem('value-not-allowed', ['status'], message)] };
  }
}
