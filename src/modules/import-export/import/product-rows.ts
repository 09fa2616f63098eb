import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { isJsonObject } from '../../../kernel/json.ts';
import { openValueContext, placesOfWrites, upsertProducts } from '../../product/index.ts';
import { lockStructureForReading } from '../../structure/index.ts';
import type { FileItem } from '../columns/file-item.ts';
import { toProductItem } from '../columns/to-batch-item.ts';
import { productMarks } from './import-marks.store.ts';
import { withOptionCodes } from './resolve-options.ts';
import type { RowWriter } from './row-writer.ts';

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

/** Rows of products and models. */
export const productRows: RowWriter = {
  lock: async (work) => void (await lockStructureForReading(work)),
  async write(work, items, { mode, inherited }) {
    const coded = await withOptionCodes(work, items);
    const { results } = await upsertProducts.work(work, {
      items: coded.map((item) => toProductItem(inherited === 'skip' ? withoutLayoutOfParent(item) : item)),
      mode,
      errorPolicy: 'reject_failed',
      inheritedCells: inherited === 'skip' ? 'skip' : 'write',
    });
    return results.map(({ outcome, id, refusal, cellProblems, statusProblems }) => ({
      outcome,
      id,
      refusal,
      notes: cellProblems,
      warnings: statusProblems,
    }));
  },
  keyOf: (item) => foldKey(textOf(item, 'sku') ?? ''),
  refsOf: (item) => [
    ...[textOf(item, 'parent')].flatMap((ref) => (ref === null ? [] : foldKey(ref))),
    ...item.links.flatMap(({ to, set, add }) =>
      to === 'products' ? [...(set ?? []), ...(add ?? [])].map(({ ref }) => foldKey(ref)) : [],
    ),
  ],
  isMissingRef: ({ code, path, value }) =>
    (code === 'product-not-found' || code === 'reference-not-found') &&
    (path[0] === 'parent' || (path[0] === 'associations' && path.includes('products'))) &&
    // An id is never that of a row to come.
    typeof value === 'string' &&
    decodeIdOf('Product', value) === null,
  missingKey: (_item, { value }) => foldKey(String(value)),
  async marksOf(work, items) {
    const structure = await lockStructureForReading(work);
    const uniqueCells = items.map(({ cells }) =>
      cells.filter(({ attribute }) => structure.attributes.get(foldKey(attribute))?.unique === true),
    );
    const context = await openValueContext(work, structure, uniqueCells.flat());
    return items.map((item, index) => {
      const parent = textOf(item, 'parent');
      const refs = item.fields.external_refs;
      const places = placesOfWrites(structure, context, uniqueCells[index] ?? []);
      return [
        // Variants of one model must differ.
        ...(parent === null ? [] : [`below ${foldKey(parent)}`]),
        ...places.map(({ cell, digest }) => `value ${cell} ${digest}`),
        ...(isJsonObject(refs) ? Object.entries(refs) : []).flatMap(([system, id]) =>
          typeof id === 'string' ? [`ref ${foldKey(system)} ${id}`] : [],
        ),
      ];
    });
  },
  storedMarks: productMarks,
};
