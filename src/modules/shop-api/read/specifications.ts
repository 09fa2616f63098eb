import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { labelOf } from '../../../kernel/labels.ts';
import { defineLoader } from '../../../platform/loader.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { type AttributeGroupDocument, attributeGroupStore } from '../../attribute-group/index.ts';
import { displayValue } from '../../values/index.ts';
import type { ExposedAttribute } from '../exposed-catalogue.ts';
import type { ShopContext } from '../shop-context.ts';
import { attributeValue, type ShopProduct } from '../shop-product.ts';
import { pricesInStorefront } from '../types/values.ts';

/** One line of a table of specifications. */
export interface Specification {
  readonly attribute: AttributeDefinition;
  readonly exposed: ExposedAttribute;
  readonly value: JsonValue;
}

export interface SpecificationGroup {
  /** Null for what is in no group. */
  readonly group: AttributeGroupDocument | null;
  readonly items: readonly Specification[];
}

const groupsLoader = defineLoader<'', ReadonlyMap<string, AttributeGroupDocument>>({
  name: 'delivery.attribute_groups',
  keyOf: (key) => key,
  async load(context) {
    const all = await attributeGroupStore.loadAll(context, context.session.organizationId);
    return new Map([['', new Map(all.map(({ document }) => [foldKey(document.code), document]))]]);
  },
});

/**
 * Returns the exposed values of a product by the groups of its set, in its order; without those that have a role, as
 * its label.
 */
export async function specificationsOf(
  product: ShopProduct,
  requestedCodes: readonly string[] | null,
  context: ShopContext,
): Promise<readonly SpecificationGroup[]> {
  const { view, set } = product;
  const groups = await context.load(groupsLoader, '');
  const keys = requestedCodes === null ? null : new Set(requestedCodes.map(foldKey));
  const groupByCode = new Map(view.set?.document.attributes.map(({ code, group }) => [code, group]));
  const order = view.displayOrder;
  const withRole = new Set(Object.values(set.roles));
  const items = set.attributes
    .filter(({ code }) => !withRole.has(code))
    .toSorted((a, b) => (order?.get(a.code) ?? 0) - (order?.get(b.code) ?? 0))
    .flatMap((exposed) => {
      const attribute = context.structure.attributes.get(foldKey(exposed.code));
      const value = attributeValue(product, exposed.code, context);
      if (attribute === undefined || value === null) return [];
      return [
        { attribute, exposed, value, key: foldKey(groupByCode.get(exposed.code) ?? attribute.group ?? '') },
      ];
    })
    .filter(({ key }) => keys?.has(key) ?? true);
  return [...Map.groupBy(items, ({ key }) => key)].map(([key, own]) => ({
    group: groups?.get(key) ?? null,
    items: own,
  }));
}

export const specificationLabel = ({ attribute }: Specification, { locales }: ShopContext): string =>
  labelOf(attribute.labels, attribute.code, locales);

/** Returns the value in words: `2.700 K`, `Ja`, `19,90 €`. */
export function specificationText(
  { attribute, value }: Specification,
  context: ShopContext,
): string | Promise<string> {
  switch (attribute.type) {
    case 'price':
      return pricesInStorefront(value, context)
        .map(({ amount, currency }) => context.format.money(amount, currency))
        .join(', ');
    // Codes of files mean nothing to shoppers.
    case 'media':
    case 'media_list':
      return '';
    default:
      return displayValue(attribute, value, context.locales, context.structure, context);
  }
}

export const valuesIn = (value: JsonValue): readonly JsonValue[] => (isJsonArray(value) ? value : [value]);
