import { foldKey } from '../../../kernel/codes.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import {
  ENUM_PROPERTIES,
  type EnumProperty,
  isApplicable,
  KEYWORDS_PROPERTIES,
  type KeywordsProperty,
  type NotApplicable,
  type ProductPropertyKey,
} from '../../property/index.ts';
import type { IndexTerm, NamedObject, SearchDocument } from '../../search/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { type Cell, type ResolvedValues, resolveValues } from '../../values/index.ts';
import { readLiveScope } from './live.ts';
import type { ProductRow } from './product-row.ts';

/** Fields of the document that are not in the row of its product. */
type BaseFields = Pick<SearchDocument, 'createdAt' | 'updatedAt' | 'effectiveUpdatedAt' | 'links'>;
const UNKNOWN: BaseFields = { createdAt: 0, updatedAt: 0, effectiveUpdatedAt: 0, links: {} };

/**
 * Returns the document by which a product is found. Its completeness is that of the present structure.
 * @param ancestors nearest first
 */
export function productDocument(
  row: ProductRow,
  ancestors: readonly ProductRow[],
  structure: CatalogueStructure,
  baseFields: BaseFields = UNKNOWN,
): SearchDocument {
  const values = resolveValues(
    row.values,
    ancestors.map((ancestor) => ancestor.values),
  );
  return {
    id: row.id,
    key: row.sku,
    words: [],
    completeness: row.completeness,
    ...baseFields,
    facts: propertyTerms(row, ancestors),
    values: withoutObsoleteCells(values, structure),
    ownValues: row.values,
    named: namedBy(row),
  };
}

/** Returns the objects that a product names itself, besides those in its values. */
function namedBy({ categories, channels, attributeSet, variantLayout }: ProductRow): readonly NamedObject[] {
  return [
    ...categories.map((code): NamedObject => ({ kind: 'category', code })),
    ...(channels ?? []).map((code): NamedObject => ({ kind: 'channel', code })),
    ...(attributeSet === null || variantLayout === null
      ? []
      : [{ kind: 'variant_layout', owner: attributeSet, code: foldKey(variantLayout) } as const]),
  ];
}

/** Facts of a product by its properties; properties of terms give their terms, free ones folded. */
const FACTS: {
  readonly [Key in Exclude<ProductPropertyKey, EnumProperty | KeywordsProperty>]:
    | ((family: Family) => readonly IndexTerm[])
    | NotApplicable;
} = {
  sku: 'none: it is the key of the document',
  attributeSet: ([{ attributeSet }]) => [attributeSet === null ? ['set'] : ['set', attributeSet]],
  variantLayout: 'none: not filtered by',
  parent: ([{ parentId }, ...ancestors]) => [
    parentId === null ? ['parent'] : ['parent', parentId],
    ...ancestors.map(({ id }): IndexTerm => ['below', id]),
  ],
  channels: (family) => {
    const channels = family.find((one) => one.channels !== null)?.channels ?? null;
    return channels === null
      ? [['channel']]
      : [['channels'], ...channels.map((code): IndexTerm => ['channel', code])];
  },
  categories: (family) => {
    const facts = family.flatMap(({ categories }) => categories.map((code): IndexTerm => ['category', code]));
    return facts.length === 0 ? [] : [['category'], ...facts];
  },
  externalRefs: ([{ externalRefs }]) =>
    externalRefs.flatMap(({ system, id }): IndexTerm[] => [
      ['ref', foldKey(system)],
      ['ref', foldKey(system), id],
    ]),
};

/** A product and the models above it, nearest first. */
type Family = readonly [ProductRow, ...ProductRow[]];

const keywordTerms = (key: string, terms: readonly string[]): readonly IndexTerm[] =>
  terms.length === 0 ? [] : [[key], ...terms.map((word): IndexTerm => [key, foldKey(word)])];

const liveTerm = (scope: string): IndexTerm => {
  const { channel, locale } = readLiveScope(scope);
  return ['live', channel, locale];
};

const PROPERTY_FACTS = Object.values(FACTS).filter(isApplicable);

function propertyTerms(row: ProductRow, ancestors: readonly ProductRow[]): readonly IndexTerm[] {
  const family: Family = [row, ...ancestors];
  return [
    ...ENUM_PROPERTIES.map((key): IndexTerm => [key, row[key]]),
    ...KEYWORDS_PROPERTIES.flatMap((key) => keywordTerms(key, row[key])),
    ...(ancestors.every(({ status }) => status === 'published') ? [['ancestors-published'] as const] : []),
    ...PROPERTY_FACTS.flatMap((metadataOf) => metadataOf(family)),
    ...(row.live ?? []).map(liveTerm),
  ];
}

/** Returns the values without the cells of attributes, channels and locales that are no more. */
export function withoutObsoleteCells(values: ResolvedValues, structure: CatalogueStructure): ResolvedValues {
  const isThere = ({ channel, locale }: Cell) =>
    (channel === undefined || structure.channels.has(foldKey(channel))) &&
    (locale === undefined || structure.locales.has(foldKey(locale)));
  const isKnown = (code: string) => structure.attributes.has(foldKey(code));
  // Nearly always nothing is to be left out.
  const isWhole = Object.keys(values).every((code) => isKnown(code) && values[code]?.every(isThere) === true);
  if (isWhole) return values;
  const visibleValues = nullPrototypeObject<readonly Cell[]>();
  for (const [code, cells] of Object.entries(values)) {
    if (!isKnown(code)) continue;
    const there = cells.filter(isThere);
    if (there.length > 0) visibleValues[code] = there;
  }
  return visibleValues;
}
