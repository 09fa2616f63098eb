import { foldKey } from '../../../kernel/codes.ts';
import { Conflict } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem, joinedMessages, textOf } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { ProductType } from '../../property/index.ts';
import { setOf, variantPlacement } from '../model/product-completeness.ts';
import type { ProductPatch } from '../model/product-input.ts';
import { newProductRow, type ProductRow } from '../model/product-row.ts';
import { duplicateSkuError, missingReference, skuProblem } from '../model/product-rules.ts';
import {
  ancestorsOf,
  descendantsOf,
  findPending,
  type PendingProduct,
  type WriteBatch,
} from '../model/write-batch.ts';

/** Returns a new product: its type, set, layout and level follow from what stands above it. */
export function planNewProduct(
  batch: WriteBatch,
  id: string,
  sku: string,
  patch: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  const faulty = skuProblem(sku);
  if (faulty !== null) problems.push(faulty);
  const blank = newProductRow(id, sku);
  if (patch.parent !== undefined && patch.parent !== null)
    return planBelowModel(batch, blank, patch.parent, patch, problems);
  const type = patch.type ?? 'simple';
  if (type === 'variant') {
    problems.push(fieldProblem('required', ['parent'], localized('variant-without-parent')));
  }
  const attributeSet = resolveSet(batch, patch.attributeSet ?? null, problems);
  const row = { ...blank, type, attributeSet };
  return type === 'model'
    ? { ...row, variantLayout: resolveLayout(batch, row, patch.variantLayout, problems) }
    : refuseLayout(row, patch, problems);
}

/** Returns a product below a model, with the type, set and level that it has there. */
function planBelowModel(
  batch: WriteBatch,
  row: ProductRow,
  parentRef: string,
  patch: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  const parent = findPending(batch, parentRef)?.row;
  if (parent === undefined) {
    problems.push(
      fieldProblem(
        'product-not-found',
        ['parent'],
        localized('not-found', { kind: 'product', ref: parentRef }),
        {
          value: parentRef,
        },
      ),
    );
    return row;
  }
  const root = ancestorsOf(batch, parent).at(-1) ?? parent;
  const placement = variantPlacement(batch.structure, parent, root);
  if (parent.type !== 'model' || placement === undefined) {
    const message = localized('parent-not-a-model', { sku: parent.sku });
    problems.push(fieldProblem('wrong-type', ['parent'], message, { value: parentRef }));
    return row;
  }
  const level = parent.level + 1;
  const { levels, code } = placement.layout;
  const type = level === levels.length ? 'variant' : 'model';
  if (level > levels.length || (patch.type ?? type) !== type) {
    const message =
      level > levels.length
        ? localized('parent-on-last-level', { layout: code, count: levels.length, sku: parent.sku })
        : localized('level-type', { level, layout: code, type });
    problems.push(
      fieldProblem('wrong-type', ['type'], message, { value: patch.type ?? null, suggestions: [type] }),
    );
  }
  if (patch.attributeSet !== undefined && patch.attributeSet !== null) {
    if (foldKey(patch.attributeSet) !== foldKey(parent.attributeSet ?? '')) {
      const message = localized('set-of-model', { set: String(parent.attributeSet) });
      problems.push(
        fieldProblem('inherited-read-only', ['attributeSet'], message, { value: patch.attributeSet }),
      );
    }
  }
  const placedRow = {
    ...row,
    type,
    attributeSet: parent.attributeSet,
    variantLayout: null,
    parentId: parent.id,
    rootId: root.id,
    level,
  } as const;
  return refuseLayout(placedRow, patch, problems);
}

function refuseLayout(
  row: ProductRow,
  { variantLayout }: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  if (variantLayout !== undefined && variantLayout !== null) {
    const message = localized('layout-of-root-only');
    problems.push(fieldProblem('wrong-type', ['variantLayout'], message, { value: variantLayout }));
  }
  return row;
}

function resolveSet(batch: WriteBatch, code: string | null, problems: FieldProblem[]): string | null {
  if (code === null) return null;
  const set = batch.structure.sets.get(foldKey(code));
  if (set !== undefined) return set.document.code;
  const candidates = [...batch.structure.sets.values()].map(({ document }) => document.code);
  problems.push(missingReference('attribute set', ['attributeSet'], code, candidates));
  return null;
}

function resolveLayout(
  batch: WriteBatch,
  row: ProductRow,
  code: string | null | undefined,
  problems: FieldProblem[],
): string | null {
  if (code === undefined || code === null) {
    problems.push(fieldProblem('required', ['variantLayout'], localized('layout-required')));
    return null;
  }
  const layouts = setOf(batch.structure, row)?.layouts;
  const layout = layouts?.get(foldKey(code));
  if (layout !== undefined) return layout.code;
  const candidates = [...(layouts?.values() ?? [])].map((candidate) => candidate.code);
  problems.push(missingReference('variant layout', ['variantLayout'], code, candidates));
  return null;
}

/** Rejects a change that a patch may not make at all, and names the allowed way instead. */
type RefuseChange = (field: string, message: Message, value: string | null) => void;

/** Changes of an existing product's SKU, parent, type, set and layout. @throws Conflict `immutable-property` */
export function planIdentityChange(
  batch: WriteBatch,
  before: ProductRow,
  patch: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  const fixed: FieldProblem[] = [];
  const refuse: RefuseChange = (field, message, value) =>
    fixed.push(fieldProblem('immutable-property', [field], message, { value }));
  const moved = changeParent(batch, before, patch, { refuse, problems });
  if (patch.type !== undefined && patch.type !== null && patch.type !== moved.type && problems.length === 0) {
    const message = localized('type-fixed', { sku: before.sku, type: moved.type });
    refuse('type', message, patch.type);
  }
  const row = moved.parentId === null ? changeSet(batch, moved, before, patch, { refuse, problems }) : moved;
  if (fixed.length > 0) {
    throw new Conflict('immutable-property', joinedMessages(fixed), {
      errors: fixed,
    });
  }
  return { ...row, sku: renamed(batch, before, patch.rename, problems) };
}

interface ChangeRules {
  readonly refuse: RefuseChange;
  readonly problems: FieldProblem[];
}

/**
 * Returns the product in its new position: below another model, below one for the first time, or below none any more.
 */
function changeParent(
  batch: WriteBatch,
  before: ProductRow,
  patch: ProductPatch,
  { refuse, problems }: ChangeRules,
): ProductRow {
  const { parent: ref } = patch;
  if (ref === null && before.parentId === null) return before;
  if (ref === null) {
    if (before.type !== 'model')
      return { ...before, type: 'simple', parentId: null, rootId: null, level: 0, axisKey: null };
    const message = localized('model-cannot-be-root', { sku: before.sku });
    refuse('parent', message, null);
    return before;
  }
  const isSame =
    ref === undefined || (before.parentId !== null && findPending(batch, ref)?.row.id === before.parentId);
  if (isSame)
    return before.parentId === null ? before : planUnchangedPosition(batch, before, patch, problems);
  if (before.type === 'model' && before.parentId === null) {
    const message = localized('root-cannot-move', { sku: before.sku });
    refuse('parent', message, ref);
    return before;
  }
  const parentProblems: FieldProblem[] = [];
  const type: ProductType = before.type === 'model' ? 'model' : 'variant';
  const placedRow = planBelowModel(batch, before, ref, { ...patch, type }, parentProblems);
  for (const problem of parentProblems) {
    // The type of what is moved follows from its new position.
    const isOfType = problem.path[0] === 'type';
    const message = localized('other-parent-needed', { message: textOf(problem), sku: before.sku, type });
    problems.push(isOfType ? fieldProblem('wrong-type', ['parent'], message, { value: ref }) : problem);
  }
  return placedRow;
}

/** Returns a product below a model, which has its set and the layout of its root. */
function planUnchangedPosition(
  batch: WriteBatch,
  before: ProductRow,
  patch: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  const { attributeSet } = patch;
  if (attributeSet !== undefined && foldKey(attributeSet ?? '') !== foldKey(before.attributeSet ?? '')) {
    const root = ancestorsOf(batch, before).at(-1)?.sku;
    const message = localized('set-of-root-model', { set: String(before.attributeSet), root: String(root) });
    problems.push(fieldProblem('inherited-read-only', ['attributeSet'], message, { value: attributeSet }));
  }
  return refuseLayout(before, patch, problems);
}

/** Returns the product of its own set, and a root model of its own layout, after the patch. */
function changeSet(
  batch: WriteBatch,
  moved: ProductRow,
  before: ProductRow,
  patch: ProductPatch,
  { refuse, problems }: ChangeRules,
): ProductRow {
  const attributeSet =
    patch.attributeSet === undefined ? moved.attributeSet : resolveSet(batch, patch.attributeSet, problems);
  const row: ProductRow = { ...moved, attributeSet };
  if (row.type !== 'model') return refuseLayout(row, patch, problems);
  const hasOtherSet = attributeSet !== before.attributeSet;
  if (patch.variantLayout === undefined && !hasOtherSet) return row;
  if (problems.length > 0) return row;
  const variantLayout = resolveLayout(batch, row, patch.variantLayout ?? before.variantLayout, problems);
  const below = descendantsOf(batch, before);
  if (below.length > 0 && variantLayout !== before.variantLayout && !hasOtherSet) {
    const message = localized('layout-with-variants', { sku: before.sku });
    refuse('variantLayout', message, patch.variantLayout ?? null);
  }
  const layout = setOf(batch.structure, row)?.layouts.get(foldKey(variantLayout ?? ''));
  const misfit =
    layout && below.find((product) => typeAt(layout.levels.length, product) !== product.row.type);
  if (layout && misfit) {
    const { sku, type, level } = misfit.row;
    const message = localized('layout-without-level', { sku, type, level, layout: layout.code });
    problems.push(fieldProblem('wrong-type', ['variantLayout'], message, { value: layout.code }));
  }
  return { ...row, variantLayout };
}

const typeAt = (levels: number, { row: { level } }: PendingProduct): ProductType | null =>
  level > levels ? null : level === levels ? 'variant' : 'model';

function renamed(
  batch: WriteBatch,
  before: ProductRow,
  sku: string | null | undefined,
  problems: FieldProblem[],
): string {
  if (sku === undefined || sku === before.sku) return before.sku;
  const faulty = skuProblem(sku ?? '');
  if (faulty !== null) problems.push(faulty);
  const holder = batch.idBySku.get(foldKey(sku ?? ''));
  if (holder !== undefined && holder !== before.id) throw duplicateSkuError(sku ?? '');
  return sku ?? '';
}
