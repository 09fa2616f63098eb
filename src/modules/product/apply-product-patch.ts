import type { CellChange } from '../../kernel/change.ts';
import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { type JsonValue, sameJson } from '../../kernel/json.ts';
import { Conflict, Refusal, ValidationFailed } from '../../kernel/refusal.ts';
import { applyAssociations, type Links, NO_LINKS } from './associations.ts';
import { applyEntityLinks, type EntityLinks, NO_ENTITY_LINKS } from './entity-links.ts';
import type { RefClaim } from './external-ref-claims.ts';
import { applyExternalRefs, refChanges } from './external-refs.ts';
import { ancestorsOf, type Bench, type Draft, descendantsOf, findDraft } from './product-bench.ts';
import { completenessOf, placementOf, setOf } from './product-completeness.ts';
import type { ProductPatch, ProductWriteOptions } from './product-input.ts';
import { blankRow, type ProductRow } from './product-row.ts';
import {
  checkPublishable,
  checkTransition,
  missingReference,
  patchCodes,
  skuProblem,
} from './product-rules.ts';
import { valueChanges } from './values/cell-changes.ts';
import type { CellWrite } from './values/cells.ts';
import { defaultWrites } from './values/default-writes.ts';
import { levelOf } from './values/variant-layout.ts';
import { writeValues } from './write-values.ts';

/** What a patch makes of one product, before anything is stored. */
export interface AppliedPatch {
  readonly row: ProductRow;
  readonly changes: readonly CellChange[];
  readonly inheritedCells: readonly (readonly string[])[];
  readonly links: Links;
  readonly entityLinks: EntityLinks;
  /** Links of other products that follow two-way types, by UUID. */
  readonly counterparts: ReadonlyMap<string, Links>;
  readonly cellProblems: readonly FieldProblem[];
  readonly statusProblems: readonly FieldProblem[];
  readonly claims: readonly RefClaim[];
}

/**
 * Applies one patch to a product of the bench, or to a new one. Pure: the bench is not changed.
 *
 * @throws ValidationFailed, Conflict, NotPublishable.
 */
export function applyProductPatch(
  bench: Bench,
  current: Draft | { readonly newId: string; readonly sku: string },
  patch: ProductPatch,
  options: ProductWriteOptions,
): AppliedPatch {
  const before = 'newId' in current ? null : current.row;
  const problems: FieldProblem[] = [];
  const identified =
    'newId' in current
      ? createRow(bench, current.newId, current.sku, patch, problems)
      : changeIdentity(bench, current.row, patch, problems);
  if (problems.length > 0) throw ValidationFailed.of(problems);

  const ancestors = ancestorsOf(bench, identified);
  const skipped: FieldProblem[] = [];
  const assigned = assignSets(
    bench,
    identified,
    patch,
    ancestors,
    options,
    options.invalidCells === 'skip' ? skipped : problems,
  );
  const written = writeValues(
    bench,
    assigned,
    ancestors,
    [...(patch.values ?? []), ...(before === null ? defaultValues(bench, assigned, patch.values ?? []) : [])],
    options,
  );
  problems.push(...written.problems);
  const linked = applyAssociations(
    bench,
    assigned.id,
    'newId' in current ? NO_LINKS : current.links,
    patch.associations ?? [],
  );
  const entityLinked = applyEntityLinks(
    bench,
    'newId' in current ? NO_ENTITY_LINKS : current.entityLinks,
    patch.associations ?? [],
  );
  problems.push(...linked.problems, ...entityLinked.problems);
  const referred = applyExternalRefs(bench, assigned.id, assigned.externalRefs, patch.externalRefs);
  problems.push(...referred.problems);
  if (problems.length > 0) throw ValidationFailed.of(problems);

  const { refs: externalRefs, claims } = referred;
  const valued = { ...assigned, values: written.values, axisKey: written.axisKey, externalRefs };
  const judged = { ...valued, ...completenessOf(bench.structure, valued, ancestors) };
  const { row, statusProblems } = withStatus(bench, judged, ancestors, before, patch);
  return {
    row,
    changes:
      before === null
        ? []
        : [
            ...propertyChanges(before, row),
            ...refChanges(before.externalRefs, externalRefs),
            ...valueChanges(before.values, row.values),
            ...linked.changes,
            ...entityLinked.changes,
          ],
    links: linked.links,
    entityLinks: entityLinked.links,
    counterparts: linked.counterparts,
    inheritedCells: written.inheritedCells,
    cellProblems: [...skipped, ...written.skipped],
    statusProblems,
    claims,
  };
}

/** The row with the status that the patch gives it, or where it may be kept, why not. */
function withStatus(
  bench: Bench,
  row: ProductRow,
  ancestors: readonly ProductRow[],
  before: ProductRow | null,
  patch: ProductPatch,
): { readonly row: ProductRow; readonly statusProblems: readonly FieldProblem[] } {
  const next = { ...row, status: patch.status ?? row.status };
  try {
    checkTransition(before?.status ?? 'draft', next.status);
    if (next.status === 'published' && (before?.status !== 'published' || next.attributeSet === null))
      checkPublishable(bench.structure, next, ancestors);
    return { row: next, statusProblems: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || patch.refusedStatus !== 'keep' || next.status === row.status)
      throw error;
    const message = `${error.detail} Its status stays '${row.status}'.`;
    return {
      row,
      statusProblems: [fieldProblem('value-not-allowed', ['status'], message)],
    };
  }
}

/** A new product: its type, set, layout and level follow from what stands above it. */
function createRow(
  bench: Bench,
  id: string,
  sku: string,
  patch: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  const faulty = skuProblem(sku);
  if (faulty !== null) problems.push(faulty);
  const blank = blankRow(id, sku);
  if (patch.parent !== undefined && patch.parent !== null)
    return createChild(bench, blank, patch.parent, patch, problems);
  const type = patch.type ?? 'simple';
  if (type === 'variant') {
    problems.push(
      fieldProblem('required', ['parent'], 'A variant needs the SKU of the model above it as parent.'),
    );
  }
  const attributeSet = resolveSet(bench, patch.attributeSet ?? null, problems);
  const row = { ...blank, type, attributeSet };
  return type === 'model'
    ? { ...row, variantLayout: resolveLayout(bench, row, patch.variantLayout, problems) }
    : refuseLayout(row, patch, problems);
}

function createChild(
  bench: Bench,
  blank: ProductRow,
  parentRef: string,
  patch: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  const parent = findDraft(bench, parentRef)?.row;
  if (parent === undefined) {
    problems.push(
      fieldProblem('product-not-found', ['parent'], `There is no product '${parentRef}'.`, {
        value: parentRef,
      }),
    );
    return blank;
  }
  const root = ancestorsOf(bench, parent).at(-1) ?? parent;
  const placement = placementOf(bench.structure, parent, root);
  if (parent.type !== 'model' || placement === undefined) {
    const message = `'${parent.sku}' is no model with a variant layout; nothing can stand below it.`;
    problems.push(fieldProblem('wrong-type', ['parent'], message, { value: parentRef }));
    return blank;
  }
  const level = parent.level + 1;
  const { levels, code } = placement.layout;
  const type = level === levels.length ? 'variant' : 'model';
  if (level > levels.length || (patch.type ?? type) !== type) {
    const message =
      level > levels.length
        ? `The layout '${code}' has ${levels.length} levels below its root; '${parent.sku}' is on the last.`
        : `On level ${level} of the layout '${code}' stand products of type ${type}.`;
    problems.push(
      fieldProblem('wrong-type', ['type'], message, { value: patch.type ?? null, suggestions: [type] }),
    );
  }
  if (patch.attributeSet !== undefined && patch.attributeSet !== null) {
    if (foldKey(patch.attributeSet) !== foldKey(parent.attributeSet ?? '')) {
      const message = `The set is that of the model above: '${parent.attributeSet}'.`;
      problems.push(
        fieldProblem('inherited-read-only', ['attributeSet'], message, { value: patch.attributeSet }),
      );
    }
  }
  const row = {
    ...blank,
    type,
    attributeSet: parent.attributeSet,
    parentId: parent.id,
    rootId: root.id,
    level,
  } as const;
  return refuseLayout(row, patch, problems);
}

function refuseLayout(
  row: ProductRow,
  { variantLayout }: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  if (variantLayout !== undefined && variantLayout !== null) {
    const message = 'Only a root model has a variant layout; what stands below follows it.';
    problems.push(fieldProblem('wrong-type', ['variantLayout'], message, { value: variantLayout }));
  }
  return row;
}

function resolveSet(bench: Bench, code: string | null, problems: FieldProblem[]): string | null {
  if (code === null) return null;
  const set = bench.structure.sets.get(foldKey(code));
  if (set !== undefined) return set.document.code;
  const candidates = [...bench.structure.sets.values()].map(({ document }) => document.code);
  problems.push(missingReference('attribute set', ['attributeSet'], code, candidates));
  return null;
}

function resolveLayout(
  bench: Bench,
  row: ProductRow,
  code: string | null | undefined,
  problems: FieldProblem[],
): string | null {
  if (code === undefined || code === null) {
    problems.push(fieldProblem('required', ['variantLayout'], 'A model needs a variant layout of its set.'));
    return null;
  }
  const layouts = setOf(bench.structure, row)?.layouts;
  const layout = layouts?.get(foldKey(code));
  if (layout !== undefined) return layout.code;
  const candidates = [...(layouts?.values() ?? [])].map((known) => known.code);
  problems.push(missingReference('variant layout', ['variantLayout'], code, candidates));
  return null;
}

/** Changes of an existing product's SKU, set and layout; type and parent stay what they are. */
function changeIdentity(
  bench: Bench,
  before: ProductRow,
  patch: ProductPatch,
  problems: FieldProblem[],
): ProductRow {
  const fixed: FieldProblem[] = [];
  const refuse = (field: string, message: string, value: string | null) =>
    fixed.push(fieldProblem('immutable-property', [field], message, { value }));
  if (patch.type !== undefined && patch.type !== null && patch.type !== before.type) {
    refuse('type', `The type of '${before.sku}' is ${before.type} and cannot be changed.`, patch.type);
  }
  if (patch.parent !== undefined) {
    const wanted = patch.parent === null ? null : (findDraft(bench, patch.parent)?.row.id ?? '');
    if (wanted !== before.parentId)
      refuse('parent', `'${before.sku}' cannot be moved below another model.`, patch.parent);
  }
  const attributeSet =
    patch.attributeSet === undefined ? before.attributeSet : resolveSet(bench, patch.attributeSet, problems);
  const hasFamily = before.parentId !== null || descendantsOf(bench, before).length > 0;
  if (hasFamily && attributeSet !== before.attributeSet) {
    refuse('attributeSet', `The set of a family of variants cannot be changed.`, patch.attributeSet ?? null);
  }
  let row: ProductRow = { ...before, attributeSet };
  if (before.type !== 'model' || before.parentId !== null) {
    row = refuseLayout(row, patch, problems);
  } else if (patch.variantLayout !== undefined || attributeSet !== before.attributeSet) {
    row = {
      ...row,
      variantLayout: resolveLayout(bench, row, patch.variantLayout ?? before.variantLayout, problems),
    };
    if (hasFamily && row.variantLayout !== before.variantLayout) {
      refuse(
        'variantLayout',
        `'${before.sku}' has variants; its layout cannot be changed.`,
        patch.variantLayout ?? null,
      );
    }
  }
  if (fixed.length > 0) {
    throw new Conflict('immutable-property', fixed.map(({ message }) => message).join(' '), {
      errors: fixed,
    });
  }
  return { ...row, sku: renamed(bench, before, patch.rename, problems) };
}

function renamed(
  bench: Bench,
  before: ProductRow,
  sku: string | null | undefined,
  problems: FieldProblem[],
): string {
  if (sku === undefined || sku === before.sku) return before.sku;
  const faulty = skuProblem(sku ?? '');
  if (faulty !== null) problems.push(faulty);
  const holder = bench.idBySku.get(foldKey(sku ?? ''));
  if (holder !== undefined && holder !== before.id) throw duplicateSku(sku ?? '');
  return sku ?? '';
}

/** Another living product has the SKU. */
export function duplicateSku(sku: string): Conflict {
  const message = `There is already a product '${sku}'.`;
  return new Conflict('duplicate-sku', message, {
    errors: [fieldProblem('not-unique', ['sku'], message, { value: sku })],
  });
}

/** Channels and categories after the patch. */
function assignSets(
  bench: Bench,
  row: ProductRow,
  patch: ProductPatch,
  ancestors: readonly ProductRow[],
  options: ProductWriteOptions,
  problems: FieldProblem[],
): ProductRow {
  const { channels, categories } = patch;
  let next = row;
  if (channels !== undefined) {
    const known = bench.structure.channels;
    const patched = patchCodes(
      row.channels ?? [],
      channels ?? {},
      (code) => known.get(foldKey(code))?.code,
      (code, key, index) =>
        missingReference(
          'channel',
          ['channels', key, String(index)],
          code,
          [...known.values()].map((channel) => channel.code),
        ),
    );
    problems.push(...patched.problems);
    next = { ...next, channels: channels === null ? null : patched.codes };
  }
  if (categories !== undefined && categories !== null) {
    const patched = patchCodes(
      row.categories,
      categories,
      (code) => bench.categories.get(foldKey(code)),
      (code, key, index) =>
        fieldProblem(
          'category-not-found',
          ['categories', key, String(index)],
          `There is no category '${code}'.`,
          { value: code },
        ),
    );
    problems.push(...patched.problems);
    const inherited = new Set(
      options.inheritedCells === 'skip' ? ancestors.flatMap((ancestor) => ancestor.categories) : [],
    );
    next = { ...next, categories: patched.codes.filter((code) => !inherited.has(code)) };
  }
  return next;
}

/** What a new product holds without being told: default values of its set's attributes that are its own to hold. */
function defaultValues(bench: Bench, row: ProductRow, writes: readonly CellWrite[]): CellWrite[] {
  const root = ancestorsOf(bench, row).at(-1) ?? row;
  const placement = placementOf(bench.structure, row, root);
  const attributes = setOf(bench.structure, row)?.attributes ?? [];
  const own = attributes.filter(
    ({ code }) => placement === undefined || levelOf(placement.layout, code) === placement.level,
  );
  return defaultWrites(own, writes, bench.valueContext);
}

/** What changed besides the values, in wire words. */
function propertyChanges(before: ProductRow, after: ProductRow): CellChange[] {
  const places: readonly (readonly [string, JsonValue, JsonValue])[] = [
    ['sku', before.sku, after.sku],
    ['attribute_set', before.attributeSet, after.attributeSet],
    ['variant_layout', before.variantLayout, after.variantLayout],
    ['status', before.status, after.status],
    ['channels', before.channels, after.channels],
    ['categories', before.categories, after.categories],
  ];
  return places
    .filter(([, old, now]) => !sameJson(old, now))
    .map(([path, old, now]) => ({ path, channel: null, locale: null, old, new: now }));
}
