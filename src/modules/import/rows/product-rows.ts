import { type CellChange, publicChange } from '../../../kernel/change.ts';
import { foldKey, readExternalRef } from '../../../kernel/codes.ts';
import { Conflict, NotFound, ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { resolveCategoryLabels } from '../../category/index.ts';
import {
  DELETE_FIELD,
  EMPTY_ITEM,
  type FileItem,
  type FileLinks,
  productRefOf,
  SET_OF_NEW_FIELD,
  toProductItem,
} from '../../file-formats/index.ts';
import { deleteProducts, findDeletedSkus, notLiveProblems, upsertProducts } from '../../product/index.ts';
import { findDeletedByExternalRef, productKey } from '../../product-reference/index.ts';
import { lockStructureForReading, resolveSetLabel } from '../../structure/index.ts';
import { keysOfWrites, openValueContext } from '../../values/index.ts';
import {
  ancestorSkuKeys,
  descendantsKey,
  findAncestors,
  linkPartnerKeys,
  linksKey,
  productConflictKeys,
  skuKeyOf,
} from './conflict-keys.store.ts';
import { withOptionCodes } from './resolve-options.ts';
import { withUnitCodes } from './resolve-units.ts';
import { objectKey, type RowOutcome, type RowWriteOptions, type RowWriter, storedIds } from './row-writer.ts';

const textOf = ({ fields }: FileItem, name: string) => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Files of Akeneo repeat the layout of the root on each model below it, where it says nothing. */
function withoutLayoutOfParent(item: FileItem): FileItem {
  if (textOf(item, 'parent') === null || item.fields.variant_layout === undefined) return item;
  const { variant_layout: _repeated, ...fields } = item.fields;
  return { ...item, fields };
}

/** Returns true if the product of the row is to be deleted. */
const isDeletion = ({ fields }: FileItem) => fields[DELETE_FIELD] === true;

/** Returns rows in their order, parted where those that write and those that delete follow each other. */
function runsOf(items: readonly FileItem[]): FileItem[][] {
  const runs: FileItem[][] = [];
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    if (before !== undefined && isDeletion(before) === isDeletion(item)) runs.at(-1)?.push(item);
    else runs.push([item]);
  }
  return runs;
}

async function upsertRows(
  context: WriteContext,
  items: readonly FileItem[],
  { mode, inherited }: RowWriteOptions,
): Promise<readonly RowOutcome[]> {
  const codedItems = await withLabelledCodes(context, items);
  const coded = await withUnitCodes(context, await withOptionCodes(context, codedItems));
  const { results } = await upsertProducts.handler(context, {
    items: coded.map((item) => toProductItem(inherited === 'skip' ? withoutLayoutOfParent(item) : item)),
    mode,
    errorPolicy: 'reject_failed',
    inheritedCells: inherited === 'skip' ? 'skip' : 'write',
  });
  return results.map(
    ({ outcome, id, refusal, changes, sku, cellProblems, statusProblems, publication }, index) => ({
      outcome,
      id,
      refusal,
      notes: cellProblems,
      warnings: [...statusProblems, ...notLiveProblems(sku, publication)],
      changes: () =>
        outcome === 'created' ? firstValues(coded[index] ?? EMPTY_ITEM) : changes.map(publicChange),
    }),
  );
}

/** Returns the values that an item gives to a new product. */
const firstValues = ({ cells }: FileItem): CellChange[] =>
  cells.flatMap((cell) =>
    cell.clear === true || cell.value === null
      ? []
      : [
          {
            path: `values.${cell.attribute}`,
            channel: cell.channel ?? null,
            locale: cell.locale ?? null,
            old: null,
            new: cell.value,
          },
        ],
  );

/** Deletes products. One that is deleted already is as asked: a file may be sent again. */
async function deleteRows(
  context: WriteContext,
  items: readonly FileItem[],
  { mode }: RowWriteOptions,
): Promise<readonly RowOutcome[]> {
  if (mode === 'create') {
    const message = localized('delete-in-create-only');
    const rejection = ValidationFailed.of([fieldProblem('value-not-allowed', [DELETE_FIELD], message)]);
    return items.map(() => ({ outcome: 'failed', id: null, refusal: rejection, notes: [] }));
  }
  const results = await deleteProducts(
    context,
    items.map((item) => ({ ref: productRefOf(item) ?? '' })),
    localized('delete-variants-in-file'),
  );
  const missing = results.filter(({ refusal }) => refusal instanceof NotFound);
  const refs = missing.map(({ ref }) => ref);
  const external = await findDeletedByExternalRef(context, context.session.organizationId, refs);
  const deleted = new Set([...external.keys(), ...(await findDeletedSkus(context, refs.map(foldKey)))]);
  return results.map(({ ref, product, refusal }): RowOutcome => {
    if (refusal === null) return { outcome: 'deleted', id: product?.id ?? null, refusal, notes: [] };
    if (deleted.has(productKey(ref)) && refusal instanceof NotFound)
      return { outcome: 'unchanged', id: null, refusal: null, notes: [] };
    const inTheWay =
      refusal instanceof Conflict ? refusal.usedBy.map(({ code }) => foldKey(code)) : undefined;
    return { outcome: 'failed', id: null, refusal, notes: [], ...(inTheWay && { inTheWay }) };
  });
}

/** Rows of products and models. */
export const productRows: RowWriter = {
  lock: async (context) => void (await lockStructureForReading(context)),
  async write(context, items, options) {
    const outcomes: RowOutcome[] = [];
    for (const run of runsOf(items))
      outcomes.push(...(await (run.every(isDeletion) ? deleteRows : upsertRows)(context, run, options)));
    return outcomes;
  },
  keyOf: (item) => productKey(productRefOf(item) ?? ''),
  isMissingRef: ({ code, path, value }) =>
    (code === 'product-not-found' || code === 'reference-not-found') &&
    (path[0] === 'parent' || (path[0] === 'associations' && path.includes('products'))) &&
    // An id is never that of a row to come.
    typeof value === 'string' &&
    decodeIdOf('Product', value) === null,
  missingKey: (_item, { value }) => productKey(String(value)),
  async marksOf(context, items) {
    const structure = await lockStructureForReading(context);
    const uniqueCells = items.map(({ cells }) =>
      cells.filter(({ attribute }) => structure.attributes.get(foldKey(attribute))?.unique === true),
    );
    const valueContext = await openValueContext(context, structure, uniqueCells.flat());
    const ancestors = await findAncestors(context, items.flatMap(ancestorRefs));
    return items.map((item, index) => {
      const own = productRefOf(item) ?? '';
      const parent = textOf(item, 'parent');
      const refs = item.fields.external_refs;
      const cellScopes = keysOfWrites(structure, valueContext, uniqueCells[index] ?? []);
      return [
        // A row may name its product by id, or by its id in another system.
        ...(isId(own) || readExternalRef(own) !== null ? [objectKey(skuKeyOf(ancestors, own))] : []),
        // Variants of one model must differ, and keep it from being deleted.
        ...(isDeletion(item) ? [descendantsKey(skuKeyOf(ancestors, own))] : []),
        ...(parent === null ? [] : ancestorSkuKeys(ancestors, parent).map(descendantsKey)),
        ...cellScopes.map(({ cell, digest }) => `value ${cell} ${digest}`),
        ...(isJsonObject(refs) ? Object.entries(refs) : []).flatMap(([system, id]) =>
          typeof id === 'string' ? [`ref ${foldKey(system)} ${id}`] : [],
        ),
      ];
    });
  },
  async needsOf(context, items) {
    const ancestors = await findAncestors(
      context,
      items.flatMap((item) => [...ancestorRefs(item), ...refsOfLinks(item).map(({ ref }) => ref)]),
    );
    return items.flatMap((item) => {
      const own = productRefOf(item) ?? '';
      const parent = textOf(item, 'parent');
      const [, ...above] = ancestorSkuKeys(ancestors, own);
      return [
        // The row depends on the models it inherits from, and on its siblings.
        ...[...above, ...(parent === null ? [] : ancestorSkuKeys(ancestors, parent))].map(objectKey),
        ...above.slice(0, 1).map(descendantsKey),
        // The descendants follow it to another parent, set or layout.
        ...(HIERARCHY_FIELDS.some((field) => item.fields[field] !== undefined)
          ? [descendantsKey(skuKeyOf(ancestors, own))]
          : []),
        ...refsOfLinks(item).map(({ ref }) => objectKey(skuKeyOf(ancestors, ref))),
        // Its own links, as other products change them.
        ...item.links.flatMap(({ type, to }) =>
          to === 'products' ? [linksKey(type, skuKeyOf(ancestors, own))] : [],
        ),
      ];
    });
  },
  async effectsOf(context, written) {
    const { associationTypes } = await lockStructureForReading(context);
    const isTwoWay = ({ type }: FileLinks) => associationTypes.get(foldKey(type))?.twoWay === true;
    const twoWay = written.map(({ item }) => refsOfLinks({ ...item, links: item.links.filter(isTwoWay) }));
    const ancestors = await findAncestors(
      context,
      twoWay.flat().map(({ ref }) => ref),
    );
    const marks = await productConflictKeys(context, storedIds(written));
    const unlinked = written.filter(({ item }) => isDeletion(item) || item.links.some(isTwoWay));
    const partners = await linkPartnerKeys(context, storedIds(unlinked));
    return written.map(({ id }, index) => [
      ...(marks.get(id ?? '') ?? []),
      ...(partners.get(id ?? '') ?? []),
      ...(twoWay[index] ?? []).map(({ type, ref }) => linksKey(type, skuKeyOf(ancestors, ref))),
    ]);
  },
};

/** Fields that set the parent and layout of a product, and thereby affect its variants. */
const HIERARCHY_FIELDS = ['parent', 'attribute_set', 'variant_layout'];

const isId = (ref: string) => decodeIdOf('Product', ref) !== null;

/** Returns the products that determine the ancestors of an item: itself and its parent. */
const ancestorRefs = (item: FileItem) =>
  [productRefOf(item), textOf(item, 'parent')].filter((ref) => ref !== null);

/** Returns the products that an item names in links. */
const refsOfLinks = ({ links }: FileItem) =>
  links.flatMap(({ type, to, set, add, remove }) =>
    to === 'products'
      ? [...[...(set ?? []), ...(add ?? [])].map(({ ref }) => ref), ...(remove ?? [])].map((ref) => ({
          type,
          ref,
        }))
      : [],
  );

/** Returns the items with codes where they name attribute sets and categories by a label that only one of them has. */
async function withLabelledCodes(
  context: WriteContext,
  items: readonly FileItem[],
): Promise<readonly FileItem[]> {
  const structure = await lockStructureForReading(context);
  const categoryTerms = items.flatMap(({ fields }) => textsIn(fields.categories));
  const categoryOf = await resolveCategoryLabels(context, context.session.organizationId, categoryTerms);
  return items.map((item) => {
    const fields = { ...item.fields };
    for (const name of ['attribute_set', SET_OF_NEW_FIELD])
      if (typeof fields[name] === 'string') fields[name] = resolveSetLabel(structure, fields[name]);
    if (fields.categories !== undefined) fields.categories = renamed(fields.categories, categoryOf);
    return { ...item, fields };
  });
}

/** Returns a list of codes, or what is set, added and removed. */
const textsIn = (value: JsonValue | undefined): string[] =>
  isJsonArray(value)
    ? value.filter((one) => typeof one === 'string')
    : isJsonObject(value)
      ? Object.values(value).flatMap(textsIn)
      : [];

function renamed(value: JsonValue, codeOf: (word: string) => string): JsonValue {
  if (isJsonArray(value)) return value.map((one) => (typeof one === 'string' ? codeOf(one) : one));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, list]) => [key, list === undefined ? null : renamed(list, codeOf)]),
  );
}
