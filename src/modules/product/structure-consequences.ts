import type { WriteWork } from '../../kernel/operation.ts';
import { onWritten } from '../../platform/resource/consequences.ts';
import type { WrittenResource } from '../../platform/resource/resource.ts';
import type { AttributeSetDocument } from '../attribute-set/index.ts';
import { readStructure } from '../structure/index.ts';
import { bumpCompletenessRevisions, lockProductsOfSet, updateDerived } from './product.store.ts';
import { completenessOf } from './product-completeness.ts';
import type { ProductRow } from './product-row.ts';

/** Sets with up to this many products are recomputed with the change; larger ones answer freshly computed values. */
const RECOMPUTED_AT_ONCE = 1_000;

/** Fields of configuration that completeness depends on, in wire words. */
const RELEVANT: Readonly<Record<string, readonly string[]>> = {
  attribute_set: ['attributes', 'required_attributes', 'variant_layouts'],
  channel: ['locales', 'currencies', 'active'],
  attribute: ['validation', 'available_locales', 'localizable', 'scopable'],
};

// Importing the room is enough: whoever can write products keeps their completeness true.
onWritten('attribute_set', async (work, written) => {
  const sets = written.filter((change) => isRelevant('attribute_set', change));
  await recompute(
    work,
    sets.flatMap(({ after }) => (after === null ? [] : [(after as AttributeSetDocument).code])),
  );
});
for (const resource of ['channel', 'attribute'] as const) {
  onWritten(resource, async (work, written) => {
    if (!written.some((change) => isRelevant(resource, change))) return;
    const { sets } = await readStructure(work);
    await recompute(
      work,
      [...sets.values()].map(({ document }) => document.code),
    );
  });
}

/** A created or deleted channel changes what there is to fill; a new attribute or set changes nothing that exists. */
function isRelevant(resource: string, { before, after, changes }: WrittenResource<unknown>): boolean {
  if (before === null || after === null) return resource === 'channel';
  return changes.some(({ path }) => RELEVANT[resource]?.includes(path));
}

async function recompute(work: WriteWork, sets: readonly string[]): Promise<void> {
  if (sets.length === 0) return;
  await bumpCompletenessRevisions(work, sets);
  const structure = await readStructure(work);
  for (const set of sets) {
    const rows = await lockProductsOfSet(work, set, RECOMPUTED_AT_ONCE);
    if (rows === null || rows.length === 0) continue;
    const byId = new Map(rows.map((row) => [row.id, row]));
    await updateDerived(
      work,
      rows.map((row) => ({ ...row, ...completenessOf(structure, row, ancestorsIn(byId, row)) })),
    );
  }
}

/** A family shares its set, so its models are among the rows of the set. */
function ancestorsIn(rows: ReadonlyMap<string, ProductRow>, row: ProductRow): ProductRow[] {
  const parent = row.parentId === null ? undefined : rows.get(row.parentId);
  return parent === undefined ? [] : [parent, ...ancestorsIn(rows, parent)];
}
