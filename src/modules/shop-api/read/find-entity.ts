import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import { unstorableReason } from '../../../kernel/text/storable-text.ts';
import { entityByIdLoader, entityLoader } from '../../entity-reference/index.ts';
import { findProductIds, type ProductFilter } from '../../search/index.ts';
import type { ExposedEntityType } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import { type ShopEntity, toShopEntity } from '../shop-entity.ts';

/** Key of a requested entity: one of these. */
export interface EntityBy {
  readonly id?: string;
  readonly code?: string;
}

/** Returns the entity of a type, or null for one that does not exist or that no visible product names. */
export async function findEntity(
  type: ExposedEntityType,
  by: EntityBy,
  context: ShopContext,
): Promise<ShopEntity | null> {
  const entity =
    by.id === undefined ? await byCode(type, by.code ?? '', context) : await findEntityById(by.id, context);
  if (entity === null || entity.type.code !== type.code) return null;
  return (await isReferenced(entity, context)) ? entity : null;
}

async function byCode({ code: entityType }: ExposedEntityType, code: string, context: ShopContext) {
  if (unstorableReason(code) !== null) return null;
  const entity = await context.load(entityLoader, { entityType, code });
  return entity === null ? null : toShopEntity(entity, context);
}

async function findEntityById(id: string, context: ShopContext): Promise<ShopEntity | null> {
  const uuid = decodeIdOf('Entity', id);
  const entity = uuid === null ? null : await context.load(entityByIdLoader, uuid);
  return entity === null ? null : toShopEntity(entity, context);
}

/** Returns the same by its id, whatever its type. */
export async function findEntityNode(id: string, context: ShopContext): Promise<ShopEntity | null> {
  const entity = await findEntityById(id, context);
  return entity !== null && (await isReferenced(entity, context)) ? entity : null;
}

/** Returns true if a visible product names an entity in an exposed attribute. */
async function isReferenced({ entity, type }: ShopEntity, context: ShopContext): Promise<boolean> {
  const { catalogue, structure, visibility } = context;
  const key = foldKey(type.code);
  const attributes = new Map(
    catalogue.sets
      .flatMap((set) => set.attributes)
      .filter(({ entityType }) => entityType !== null && foldKey(entityType) === key)
      .map((attribute) => [attribute.code, attribute.type]),
  );
  if (attributes.size === 0) return false;
  const filter: ProductFilter = {
    or: [...attributes].map(([attribute, of]) => ({
      attributes: [of === 'entity' ? { attribute, eq: entity.code } : { attribute, any: [entity.code] }],
    })),
  };
  const productIds = await findProductIds(context, { filter }, { structure, visibility }, 1);
  return productIds.length > 0;
}
