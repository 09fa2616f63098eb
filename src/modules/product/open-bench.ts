import { foldKey } from '../../kernel/codes.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { WriteWork } from '../../kernel/operation.ts';
import { loadCodes } from '../../platform/resource/table-store.ts';
import type { ValueTypeContext } from '../attribute/index.ts';
import { loadOptionCodes, loadOptions, optionKey } from '../option-set/index.ts';
import { type CatalogueStructure, lockStructureForReading } from '../structure/index.ts';
import {
  type FoundProduct,
  findProducts,
  loadAxisKeys,
  loadUniqueOwners,
  lockProducts,
} from './product.store.ts';
import type { Bench, Draft } from './product-bench.ts';
import type { ProductWrite } from './product-input.ts';
import { placesOfWrites } from './unique-values.ts';
import type { CellWrite } from './values/cells.ts';

/** Loads and locks everything that the writes and their rules need. */
export async function openBench(work: WriteWork, writes: readonly ProductWrite[]): Promise<Bench> {
  const structure = await lockStructureForReading(work);
  const found = await findFamilies(work, writes);
  const rows = await lockProducts(work, found.lockedIds, found.modelIds);
  const drafts = new Map(
    rows.map((row) => [row.id, { stored: row, row, changes: [], comment: null } as Draft]),
  );
  const cells = writes.flatMap(({ patch }) => patch.values ?? []);
  const valueContext = await openValueContext(work, structure, cells);
  const places = placesOfWrites(structure, valueContext, cells);
  return {
    structure,
    valueContext,
    drafts,
    // What was found but renamed or deleted before it was locked is not there under its old SKU any more.
    idBySku: new Map([
      ...rows.map((row) => [foldKey(row.sku), row.id] as const),
      ...found.otherSkus.filter(([, id]) => !drafts.has(id)),
    ]),
    categories: await loadCodes(work, work.session.organizationId, 'category', categoriesOf(writes)),
    axisKeys: new Map(await loadAxisKeys(work, found.parentIds)),
    uniqueOwners: new Map(await loadUniqueOwners(work, places)),
  };
}

/** Which products to lock: the written ones, their ancestors, new parents and theirs, and all below written models. */
async function findFamilies(
  work: WriteWork,
  writes: readonly ProductWrite[],
): Promise<{
  readonly lockedIds: readonly string[];
  readonly modelIds: readonly string[];
  readonly parentIds: readonly string[];
  /** Holders of SKUs that products are renamed to. */
  readonly otherSkus: readonly (readonly [string, string])[];
}> {
  const written = new Set(writes.map(({ ref }) => foldKey(ref)));
  const parents = new Set(writes.flatMap(({ patch }) => (patch.parent ? [foldKey(patch.parent)] : [])));
  const renames = writes.flatMap(({ patch }) => (patch.rename ? [foldKey(patch.rename)] : []));
  const refs = [...new Set([...written, ...parents, ...renames])];
  const ids = refs.flatMap((ref) => decodeIdOf('Product', ref) ?? []);
  const found = await findProducts(work, work.session.organizationId, refs, ids);
  const named = (product: FoundProduct, among: ReadonlySet<string>) =>
    among.has(foldKey(product.sku)) || among.has(`prd_${product.id.replaceAll('-', '')}`);
  const touched = found.filter((product) => named(product, written) || named(product, parents));
  const above = touched.flatMap(({ parentId, rootId }) => [parentId, rootId]).filter((id) => id !== null);
  const parentIds = [
    ...found.filter((product) => named(product, parents)).map(({ id }) => id),
    ...found.filter((product) => named(product, written)).flatMap(({ parentId }) => parentId ?? []),
  ];
  return {
    lockedIds: [...touched.map(({ id }) => id), ...above],
    modelIds: found
      .filter((product) => product.type === 'model' && named(product, written))
      .map(({ id }) => id),
    parentIds: [...new Set(parentIds)],
    otherSkus: found.map((product) => [foldKey(product.sku), product.id] as const),
  };
}

function categoriesOf(writes: readonly ProductWrite[]): string[] {
  return writes.flatMap(({ patch: { categories } }) =>
    [...(categories?.set ?? []), ...(categories?.add ?? []), ...(categories?.remove ?? [])].map(foldKey),
  );
}

/** What the value types look up, with the options that the cells name loaded in one statement. */
async function openValueContext(
  work: WriteWork,
  structure: CatalogueStructure,
  cells: readonly CellWrite[],
): Promise<ValueTypeContext> {
  const named = namedOptions(structure, cells);
  const { organizationId } = work.session;
  const options = await loadOptions(work, organizationId, named);

  // Suggestions need whole sets; they are read only where a code was not found.
  const suggestions = new Map<string, readonly string[]>();
  for (const { optionSet, code } of named) {
    if (options.has(optionKey(optionSet, code)) || suggestions.has(foldKey(optionSet))) continue;
    suggestions.set(foldKey(optionSet), await loadOptionCodes(work, organizationId, optionSet));
  }
  return {
    findOption: (set, code) => options.get(optionKey(set, code)),
    optionCodes: (set) => suggestions.get(foldKey(set)) ?? [],
    findMeasurementFamily: (code) => structure.families.get(foldKey(code)),
    currencies: structure.currencies,
    today: work.now.toISOString().slice(0, 10),
  };
}

function namedOptions(
  structure: CatalogueStructure,
  cells: readonly CellWrite[],
): { readonly optionSet: string; readonly code: string }[] {
  const named = new Map<string, { readonly optionSet: string; readonly code: string }>();
  for (const cell of cells) {
    const optionSet = structure.attributes.get(foldKey(cell.attribute))?.optionSet ?? null;
    if (optionSet === null || cell.clear) continue;
    for (const code of Array.isArray(cell.value) ? cell.value : [cell.value]) {
      if (typeof code === 'string') named.set(`${optionSet}/${foldKey(code)}`, { optionSet, code });
    }
  }
  return [...named.values()];
}
