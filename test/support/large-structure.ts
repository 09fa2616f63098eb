import {
  ATTRIBUTE_TYPES,
  type AttributeDefinition,
  type AttributeType,
} from '../../src/modules/attribute/index.ts';
import type { Storefront } from '../../src/modules/storefront/index.ts';
import type { CatalogueStructure } from '../../src/modules/structure/index.ts';
import { demoStorefront } from './storefront.ts';
import { structureOf } from './structure.ts';

const TYPES = (Object.keys(ATTRIBUTE_TYPES) as AttributeType[]).filter(
  (type) => type !== 'entity' && type !== 'entity_list',
);

/** A configuration of sets that have attributes of all types, and a storefront that exposes all. */
export function largeStructure({
  sets,
  attributes: count,
  perSet,
}: {
  readonly sets: number;
  readonly attributes: number;
  readonly perSet: number;
}): { readonly structure: CatalogueStructure; readonly storefront: Storefront } {
  const attributes = Array.from({ length: count }, (_, index): AttributeDefinition => {
    const type = TYPES[index % TYPES.length] ?? 'text';
    return {
      id: String(index),
      code: `attribute_${index}`,
      apiName: `attribute${index}`,
      type,
      labels: {},
      guidelines: {},
      group: null,
      sortOrder: 0,
      localizable: false,
      scopable: false,
      availableLocales: null,
      unique: false,
      readOnly: false,
      filterable: true,
      searchable: false,
      defaultValue: null,
      validation: {},
      optionSet: type === 'select' || type === 'multi_select' ? 'colors' : null,
      entityType: null,
      measurementFamily: type === 'measurement' ? 'length' : null,
      defaultUnit: null,
    };
  });
  const { structure, set } = structureOf(attributes);
  const all = Array.from({ length: sets }, (_, index) => {
    const own = Array.from(
      { length: perSet },
      (_one, place) => attributes[(index * 13 + place) % count],
    ).filter((one) => one !== undefined);
    const code = `set_${index}`;
    return [
      code,
      { ...set, attributes: own, document: { ...set.document, code, apiName: `Set${index}` } },
    ] as const;
  });
  const storefront = demoStorefront('0190a000-0000-7000-8000-000000000000', {
    attributes: attributes.map(({ code }) => code),
  });
  return { structure: { ...structure, sets: new Map(all) }, storefront };
}
