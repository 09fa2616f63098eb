import type { JsonValue } from '../../../kernel/json.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import { entityName, loadEntityNames } from '../../entity-reference/index.ts';
import {
  compareRevisions,
  type PathValue,
  type RevisionComparison,
  type RevisionRange,
  valuesByPath,
} from '../../event/index.ts';
import { type ExternalRef, PRODUCT_PROPERTY_KEYS } from '../../property/index.ts';
import { cellsByPath, type Values } from '../../values/index.ts';
import { loadProductsAsOf, type ProductAsOf } from './product-as-of.ts';
import { productStatesAt } from './product-states.ts';

/** Returns the differences between two points in the history of a product. */
export const compareProductRevisions = defineRead({
  name: 'compareProductRevisions',
  scope: 'products:read',
  errors: [],
  handler: (context: PrismaReadContext, comparedMoments: RevisionRange): Promise<RevisionComparison> =>
    compareRevisions(context, comparedMoments, async (sequence) => {
      const product = (await loadProductsAsOf(context, [comparedMoments.objectId], sequence)).get(
        comparedMoments.objectId,
      );
      return product?.deletedAt === null ? heldBy(context, product, sequence) : [];
    }),
});

/** Returns the product's own contents, in the terms of its changes. */
async function heldBy(
  context: PrismaReadContext,
  product: ProductAsOf,
  sequence: number,
): Promise<readonly PathValue[]> {
  const properties = PRODUCT_PROPERTY_KEYS.flatMap((key): PathValue[] => {
    if (key === 'parent') return [valuesByPath('parent', product.past.ancestors[0]?.sku ?? null)];
    if (key === 'externalRefs') {
      const refs = product.externalRefs as unknown as readonly ExternalRef[];
      return refs.map(({ system, id }) => valuesByPath(`external_refs.${system}`, id));
    }
    return [valuesByPath(snakeCase(key), product[key] as JsonValue)];
  });
  const cells = cellsByPath(product.values as unknown as Values);
  return [...properties, ...cells, ...(await linksOf(context, product, sequence))];
}

/** Returns the own links to products that lived then and to entities, in the form in which they are written. */
async function linksOf(
  context: PrismaReadContext,
  { past }: ProductAsOf,
  sequence: number,
): Promise<readonly PathValue[]> {
  const { organizationId } = context.session;
  const links = [...(past.links[0] ?? [])];
  const entityLinks = [...(past.entityLinks[0] ?? [])];
  const targetIds = links.flatMap(([, list]) => list.map(({ targetId }) => targetId));
  const targets = await productStatesAt(context, organizationId, targetIds, sequence);
  const names = await loadEntityNames(
    context,
    organizationId,
    entityLinks.flatMap(([, ids]) => ids),
  );
  return [
    ...links.map(([type, list]) => {
      const visibleLinks = list.flatMap(({ targetId, quantity }): JsonValue[] => {
        const target = targets.get(targetId);
        if (target === undefined || target.isDeleted) return [];
        return [quantity === null ? target.sku : { ref: target.sku, quantity }];
      });
      return valuesByPath(`associations.${type}.products`, visibleLinks);
    }),
    ...entityLinks.map(([type, ids]) => {
      const entityNames = ids.flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [entityName(name)];
      });
      return valuesByPath(`associations.${type}.entities`, entityNames);
    }),
  ];
}
