import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { AttributeSet } from '../../platform/prisma/generated/client/client.ts';
import { countProducts, findSetsOf } from './attribute-set.store.ts';

/** Loads the number of products of a set, by the set's stored code; null for none. */
export const productsCountLoader = defineLoader<string, number>({
  name: 'attribute_set.products_count',
  keyOf: foldKey,
  load: (context, sets) => countProducts(context, context.session.organizationId, sets),
});

/** Loads the sets that an attribute (stored code) is in, by code; null for none. */
export const setsOfAttributeLoader = defineLoader<string, readonly AttributeSet[]>({
  name: 'attribute_set.of_attribute',
  keyOf: foldKey,
  async load(context, attributes) {
    const { organizationId } = context.session;
    const pairs = await findSetsOf(context, organizationId, attributes);
    const rows = await context.prisma.attributeSet.findMany({
      where: { organizationId, id: { in: [...new Set(pairs.map(({ id }) => id))] } },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const grouped = Map.groupBy(pairs, ({ attribute }) => foldKey(attribute));
    return new Map(
      [...grouped].map(([attribute, sets]) => [attribute, sets.flatMap(({ id }) => byId.get(id) ?? [])]),
    );
  },
});
