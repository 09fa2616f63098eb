import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { type JsonValue, sameJson } from '../../../kernel/json.ts';
import { Refusal, ValidationFailed } from '../../../kernel/refusal.ts';
import { type CellWrite, defaultWrites, levelOf, valueChanges } from '../../values/index.ts';
import { applyAssociations, type Links, NO_LINKS } from '../links/associations.ts';
import { applyEntityLinks, type EntityLinks, NO_ENTITY_LINKS } from '../links/entity-links.ts';
import type { RefClaim } from '../links/external-ref-claims.ts';
import { applyExternalRefs, refChanges } from '../links/external-refs.ts';
import { completenessOf, placementOf, setOf } from '../product-completeness.ts';
import type { ProductRow } from '../product-row.ts';
import { placeFamily, strayCells } from '../variants/place-family.ts';
import { changeIdentity, createRow } from '../variants/place-product.ts';
import { ancestorsOf, type Bench, type Draft } from './product-bench.ts';
import type { ProductPatch, ProductWriteOptions } from './product-input.ts';
import { checkPublishable, checkTransition, missingReference, patchCodes } from './product-rules.ts';
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
  /** The products below a model that has another place or set now, as they are there. */
  readonly below: readonly ProductRow[];
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
  const isPlaced = before !== null && hasOtherPlace(before, assigned);
  const family = isPlaced ? placeFamily(bench, before, assigned) : { below: [], problems: [] };
  if (isPlaced) {
    problems.push(...strayCells(bench.structure, { ...assigned, values: written.values }, ancestors));
    problems.push(...family.problems);
  }
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
  const validated = { ...valued, ...completenessOf(bench.structure, valued, ancestors) };
  const { row, statusProblems } = withStatus(bench, validated, ancestors, before, patch);
  return {
    row,
    changes:
      before === null
        ? []
        : [
            ...propertyChanges(bench, before, row),
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
    below: family.below,
  };
}

/** Stands a product elsewhere, or by the rules of another set or layout? */
const hasOtherPlace = (before: ProductRow, after: ProductRow) =>
  before.parentId !== after.parentId ||
  before.attributeSet !== after.attributeSet ||
  before.variantLayout !== after.variantLayout;

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
    const isStill = before?.status === 'published' && before.parentId === next.parentId;
    if (next.status === 'published' && (!isStill || next.attributeSet === null))
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
function propertyChanges(bench: Bench, before: ProductRow, after: ProductRow): CellChange[] {
  const skuOf = (id: string | null) => (id === null ? null : (bench.drafts.get(id)?.row.sku ?? null));
  const places: readonly (readonly [string, JsonValue, JsonValue])[] = [
    ['sku', before.sku, after.sku],
    ['type', before.type, after.type],
    ['parent', skuOf(before.parentId), skuOf(after.parentId)],
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
