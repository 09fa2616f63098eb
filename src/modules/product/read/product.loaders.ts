import { defineLoader } from '../../../platform/loader.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import { type LoadedLink, loadLinks } from '../links/association.store.ts';
import { type LoadedEntityLink, loadEntityLinks } from '../links/entity-link.store.ts';
import { countChildren, countDeletedVariants, countVariants, loadRows } from '../model/product.store.ts';
import type { ProductRow } from '../model/product-row.ts';

/** Loads the products by UUID, as rules see them; for the models above a page of products. */
export const productRowLoader = defineLoader<string, ProductRow>({
  name: 'product.rows',
  keyOf: (id) => id,
  async load(context, ids) {
    const rows = await loadRows(context, context.session.organizationId, ids);
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** Loads living products by UUID, as the graph returns them. */
export const productByIdLoader = defineLoader<string, Product>({
  name: 'product.by_id',
  keyOf: (id) => id,
  async load({ prisma, session }, ids) {
    const where = { organizationId: session.organizationId, id: { in: [...ids] }, deletedAt: null };
    const rows = await prisma.product.findMany({ where });
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** Counts the living products directly below models, by the UUID of the model; none is left out. */
export const childrenCountLoader = defineLoader<string, number>({
  name: 'product.children_count',
  keyOf: (id) => id,
  load: (context, ids) => countChildren(context, context.session.organizationId, ids),
});

/** Counts the variants that were deleted together with deleted models, by the UUID of the model; none is left out. */
export const deletedVariantsCountLoader = defineLoader<string, number>({
  name: 'product.deleted_below_count',
  keyOf: (id) => id,
  load: (context, ids) => countDeletedVariants(context, context.session.organizationId, ids),
});

/** Counts the living variants below models on every level, by the UUID of the model. */
export const variantsCountLoader = defineLoader<string, number>({
  name: 'product.variants_count',
  keyOf: (id) => id,
  load: (context, ids) => countVariants(context, context.session.organizationId, ids),
});

/** Loads the links of products to living ones, by the UUID of their source. */
export const linksLoader = defineLoader<string, readonly LoadedLink[]>({
  name: 'product.links',
  keyOf: (id) => id,
  load: async (context, ids) =>
    Map.groupBy(await loadLinks(context, context.session.organizationId, ids), ({ sourceId }) => sourceId),
});

/** Loads the links of products to entities, by the UUID of their source. */
export const entityLinksLoader = defineLoader<string, readonly LoadedEntityLink[]>({
  name: 'product.entity_links',
  keyOf: (id) => id,
  load: async (context, ids) =>
    Map.groupBy(
      await loadEntityLinks(context, context.session.organizationId, ids),
      ({ sourceId }) => sourceId,
    ),
});
