import type { CellChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { type JsonObject, type JsonValue, sameJson } from '../../../kernel/json.ts';
import { isCellChange, namesCell } from '../../values/index.ts';
import type { ProductRow } from '../product-row.ts';
import type { ProductPatch } from './product-input.ts';
import { missingReference, patchCodes } from './product-rules.ts';
import type { WriteBatch } from './write-batch.ts';

/** Channels and categories after a patch; unknown codes become problems and are left out. */
export function assignCodes(
  batch: WriteBatch,
  row: ProductRow,
  { channels, categories }: ProductPatch,
  ancestors: readonly ProductRow[],
): { readonly row: ProductRow; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  let next = row;
  if (channels !== undefined) {
    const known = batch.structure.channels;
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
      (code) => batch.categories.get(foldKey(code)),
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
      batch.options.inheritedCells === 'skip' ? ancestors.flatMap((ancestor) => ancestor.categories) : [],
    );
    next = { ...next, categories: patched.codes.filter((code) => !inherited.has(code)) };
  }
  return { row: next, problems };
}

/** What changed besides the values and links, by the names in the API. */
export function propertyChanges(batch: WriteBatch, before: ProductRow, after: ProductRow): CellChange[] {
  const skuOf = (id: string | null) => (id === null ? null : (batch.products.get(id)?.row.sku ?? null));
  const properties: readonly (readonly [string, JsonValue, JsonValue])[] = [
    ['sku', before.sku, after.sku],
    ['type', before.type, after.type],
    ['parent', skuOf(before.parentId), skuOf(after.parentId)],
    ['attribute_set', before.attributeSet, after.attributeSet],
    ['variant_layout', before.variantLayout, after.variantLayout],
    ['status', before.status, after.status],
    ['channels', before.channels, after.channels],
    ['categories', before.categories, after.categories],
  ];
  return properties
    .filter(([, old, now]) => !sameJson(old, now))
    .map(([path, old, now]) => ({ path, channel: null, locale: null, old, new: now }));
}

/** Does a patch write the property, cell or links that a change is about? */
export function namesChange(patch: ProductPatch, change: CellChange): boolean {
  if (isCellChange(change)) return namesCell(patch.values ?? [], change);
  const { path } = change;
  const system = /^external_refs\.(.+)/.exec(path)?.[1];
  if (system !== undefined) {
    const refs = patch.externalRefs;
    return refs === null || refs?.some((ref) => foldKey(ref.system) === foldKey(system)) === true;
  }
  const [, association, kind] = /^associations\.([^.]+)\.(products|entities)$/.exec(path) ?? [];
  if (association !== undefined) {
    return (patch.associations ?? []).some(
      (links) =>
        foldKey(links.type) === foldKey(association) && links[kind as 'products' | 'entities'] !== undefined,
    );
  }
  const properties: JsonObject = {
    sku: patch.rename,
    type: patch.type,
    parent: patch.parent === undefined ? undefined : true,
    attribute_set: patch.attributeSet,
    variant_layout: patch.variantLayout,
    status: patch.status,
    channels: patch.channels === undefined ? undefined : true,
    categories: patch.categories === undefined ? undefined : true,
  };
  return properties[path] !== undefined;
}
