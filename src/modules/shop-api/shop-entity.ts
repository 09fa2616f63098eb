import { foldKey } from '../../kernel/codes.ts';
import type { Entity } from '../../platform/prisma/generated/client/client.ts';
import { entityLoader } from '../entity-reference/index.ts';
import { entityLabel, entityView, type ValuesView } from '../values/index.ts';
import type { ExposedEntityType } from './exposed-catalogue.ts';
import type { ShopContext } from './shop-context.ts';
import { attributeValue } from './shop-product.ts';

/** An entity as the fields of a shop resolve it. */
export interface ShopEntity {
  readonly entity: Entity;
  readonly type: ExposedEntityType;
  readonly view: ValuesView;
}

export function toShopEntity(entity: Entity, context: ShopContext): ShopEntity | null {
  const key = foldKey(entity.entityType);
  const type = context.catalogue.entityTypes.find(({ code }) => foldKey(code) === key);
  return type === undefined ? null : { entity, type, view: entityView(entity, context.structure) };
}

/** Returns the entity of an exposed type (stored code) and a code. */
export async function loadShopEntity(
  entityType: string,
  code: string,
  context: ShopContext,
): Promise<ShopEntity | null> {
  const entity = await context.load(entityLoader, { entityType, code });
  return entity === null ? null : toShopEntity(entity, context);
}

/** Returns its name: the value of the label attribute where that is exposed, else its label. */
export function entityText({ entity, type, view }: ShopEntity, context: ShopContext): string {
  const value = type.roles.label === undefined ? null : attributeValue({ view }, type.roles.label, context);
  if (typeof value === 'string' && value !== '') return value;
  const { structure, locales, storefront } = context;
  const isLabelHidden = type.roles.label === undefined;
  return entityLabel(
    isLabelHidden ? { ...entity, values: {} } : entity,
    structure,
    locales,
    storefront.channel,
  );
}
