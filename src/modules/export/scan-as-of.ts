import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { entityStatesAt, type ScannedEntity } from '../entity/index.ts';
import {
  type ProductState,
  productStatesAt,
  type ScanCursor,
  type ScannedProduct,
  type ScanPage,
} from '../product/index.ts';
import { PRODUCT_PROPERTY_KEYS, type ProductProperties } from '../property/index.ts';
import { type StateCursor, scanIds } from '../snapshot/index.ts';

/** A page of a traversal at the time right after an event. */
interface AsOfScan extends ScanCursor {
  readonly sequence: number;
}

const cursorOf = ({ sequence, after, size }: AsOfScan) => ({
  sequence,
  size,
  cursor: after === null ? null : (JSON.parse(after) as StateCursor),
});
const nextOf = (next: StateCursor | null) => (next === null ? null : JSON.stringify(next));

/**
 * Returns the products that lived at a time, as they were, in the order of their ids; other objects by their codes
 * then.
 */
export const scanProductsAsOf = defineRead({
  name: 'walkProductsAsOf',
  scope: 'products:read',
  errors: [],
  async handler(context: ReadContext, walk: AsOfScan): Promise<ScanPage<ScannedProduct>> {
    const { organizationId } = context.session;
    const { ids, next } = await scanIds(context, 'product', cursorOf(walk));
    const statesOf = (requestedIds: readonly string[]) =>
      productStatesAt(context, organizationId, requestedIds, walk.sequence);
    const states = [...(await statesOf(ids)).values()].filter(({ isDeleted }) => !isDeleted);
    const parents = await statesOf(parentsOf(states));
    const roots = await statesOf(parentsOf([...parents.values()]));
    const targets = await statesOf(
      states.flatMap(({ links }) => [...links.values()].flat().map(({ targetId }) => targetId)),
    );
    const entities = await entityStatesAt(
      context,
      organizationId,
      states.flatMap(({ entityLinks }) => [...entityLinks.values()].flat()),
      walk.sequence,
    );
    const items = states.map((state): ScannedProduct => {
      const { id: sourceId, parentId, values } = state;
      const parent = parentId === null ? undefined : parents.get(parentId);
      const root = parent === undefined ? undefined : (roots.get(parent.parentId ?? '') ?? parent);
      const own = PRODUCT_PROPERTY_KEYS.map((key) => [
        key,
        key === 'parent' ? (parent?.sku ?? null) : state[key],
      ]);
      return {
        ...(Object.fromEntries(own) as ProductProperties),
        attributeSet: root === undefined ? state.attributeSet : root.attributeSet,
        values,
        links: [...state.links].flatMap(([type, links]) =>
          links.flatMap(({ targetId, quantity }, sortOrder) => {
            const target = targets.get(targetId);
            return target === undefined || target.isDeleted
              ? []
              : [
                  {
                    sourceId,
                    type,
                    targetId,
                    targetSku: target.sku,
                    targetDeleted: false,
                    quantity,
                    sortOrder,
                  },
                ];
          }),
        ),
        entityLinks: [...state.entityLinks].flatMap(([type, linked]) =>
          linked.flatMap((entityId, sortOrder) => {
            const entity = entities.get(entityId);
            return entity === undefined || entity.isDeleted
              ? []
              : [{ sourceId, type, entityId, entityType: entity.entityType, code: entity.code, sortOrder }];
          }),
        ),
      };
    });
    return { items, next: nextOf(next) };
  },
});

const parentsOf = (states: readonly ProductState[]): string[] => [
  ...new Set(states.flatMap(({ parentId }) => parentId ?? [])),
];

/** Returns the entities that lived at a time, as they were, in the order of their ids. */
export const scanEntitiesAsOf = defineRead({
  name: 'walkEntitiesAsOf',
  scope: 'entities:read',
  errors: [],
  async handler(context: ReadContext, walk: AsOfScan): Promise<ScanPage<ScannedEntity>> {
    const { organizationId } = context.session;
    const { ids, next } = await scanIds(context, 'entity', cursorOf(walk));
    const statesOf = (requestedIds: readonly string[]) =>
      entityStatesAt(context, organizationId, requestedIds, walk.sequence);
    const states = [...(await statesOf(ids)).values()].filter(({ isDeleted }) => !isDeleted);
    const parents = await statesOf(states.flatMap(({ parentId }) => parentId ?? []));
    const items = states.map(({ entityType, code, active, labels, values, parentId }) => ({
      entityType,
      code,
      active,
      labels,
      values,
      parent: parentId === null ? null : (parents.get(parentId)?.code ?? null),
    }));
    return { items, next: nextOf(next) };
  },
});
