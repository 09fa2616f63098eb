import { auditFieldsOf, loadAuditFields } from '../../../platform/ledger/audit-fields.ts';
import { definePastLoader } from '../../../platform/ledger/past-loader.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import type { EntityLinks, Links } from '../model/links.ts';
import { newProductRow, type ProductRow } from '../model/product-row.ts';
import { type ProductState, productStatesAt } from './product-states.ts';

/** Data of the past, beside the product itself, that a result as of a sequence depends on. */
export interface AsOfState {
  readonly sequence: number;
  /** The models above at that sequence, nearest first. */
  readonly ancestors: readonly ProductRow[];
  /** Links of the product and of each of the models. */
  readonly links: readonly Links[];
  readonly entityLinks: readonly EntityLinks[];
}

/** A product as it was, in the form in which the graph answers products. */
export type ProductAsOf = Product & { readonly past: AsOfState };

/** Returns the past that a product as of a sequence depends on; null for the present. */
export const asOfStateOf = (product: Product): AsOfState | null =>
  (product as Partial<ProductAsOf>).past ?? null;

/** Loads the products' own contents, deleted products included. */
export const productStateLoader = definePastLoader<ProductState>(
  'product.state_at',
  (context, ids, sequence) => productStatesAt(context, context.session.organizationId, ids, sequence),
);

/** Loads the products as they were, with the models above them then. Deleted ones have `deletedAt`. */
export const productAsOfLoader = definePastLoader<ProductAsOf>('product.at', loadProductsAsOf);

/** Loads the same without a loader. */
export async function loadProductsAsOf(
  context: PrismaReadContext,
  ids: readonly string[],
  sequence: number,
): Promise<ReadonlyMap<string, ProductAsOf>> {
  const { organizationId } = context.session;
  const states = await loadFamilies(context, ids, sequence);
  const stamps = await loadAuditFields(context, organizationId, [...states.keys()], sequence);
  return new Map(
    ids.flatMap((id): [string, ProductAsOf][] => {
      const family = familyOf(states, id);
      const [own] = family;
      const [row, ...ancestors] = rowsOf(family);
      if (own === undefined || row === undefined) return [];
      const stamp = auditFieldsOf(stamps, own);
      const effective = family.map((state) => auditFieldsOf(stamps, state).updatedAt.getTime());
      const { published: _, ...columns } = row;
      const product = {
        ...columns,
        ...stamp,
        organizationId,
        skuKey: row.sku.toLowerCase(),
        effectiveUpdatedAt: new Date(Math.max(...effective)),
        publishedAt: null,
        deletedAt: own.isDeleted ? stamp.updatedAt : null,
      };
      const past: AsOfState = {
        sequence,
        ancestors,
        links: family.map(({ links }) => links),
        entityLinks: family.map(({ entityLinks }) => entityLinks),
      };
      return [[id, { ...product, past } as unknown as ProductAsOf]];
    }),
  );
}

/** Returns the states of products and of all models above them. */
async function loadFamilies(
  context: PrismaReadContext,
  ids: readonly string[],
  sequence: number,
): Promise<ReadonlyMap<string, ProductState>> {
  const states = new Map<string, ProductState>();
  for (let pendingIds = ids; pendingIds.length > 0; ) {
    const statesById = await productStatesAt(context, context.session.organizationId, pendingIds, sequence);
    for (const [id, state] of statesById) states.set(id, state);
    pendingIds = [...statesById.values()].flatMap(({ parentId }) =>
      parentId === null || states.has(parentId) ? [] : [parentId],
    );
  }
  return states;
}

/** Returns a product and the models above it, nearest first. */
function familyOf(states: ReadonlyMap<string, ProductState>, id: string): readonly ProductState[] {
  const state = states.get(id);
  if (state === undefined) return [];
  return [state, ...(state.parentId === null ? [] : familyOf(states, state.parentId))];
}

/** Returns the states of a family as rows, with what follows from the family. */
function rowsOf(family: readonly ProductState[]): readonly ProductRow[] {
  const root = family.at(-1);
  return family.map(({ isDeleted: _, links: _links, entityLinks: _entityLinks, ...state }, index) => ({
    ...newProductRow(state.id, state.sku),
    ...state,
    attributeSet: root?.attributeSet ?? null,
    rootId: state.parentId === null ? null : (root?.id ?? null),
    level: family.length - 1 - index,
    valuesInSet: false,
  }));
}
