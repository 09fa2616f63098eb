import { bareObject } from '../../kernel/bare-object.ts';
import { foldKey } from '../../kernel/codes.ts';
import type { Fact, SearchDocument } from '../search/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { type Cell, type ResolvedValues, resolveValues } from '../values/index.ts';
import type { ProductRow } from './product-row.ts';

/** What a row does not say of its product. */
type Beside = Pick<SearchDocument, 'createdAt' | 'updatedAt' | 'effectiveUpdatedAt' | 'links'>;
const UNKNOWN: Beside = { createdAt: 0, updatedAt: 0, effectiveUpdatedAt: 0, links: {} };

/**
 * What a product shows, for finding it. Its completeness is that of the present structure.
 * @param ancestors nearest first
 */
export function productDocument(
  row: ProductRow,
  ancestors: readonly ProductRow[],
  structure: CatalogueStructure,
  beside: Beside = UNKNOWN,
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
    ...beside,
    facts: plainFacts(row, ancestors),
    values: shownValues(values, structure),
  };
}

function plainFacts(row: ProductRow, ancestors: readonly ProductRow[]): readonly Fact[] {
  const family = [row, ...ancestors];
  const facts: Fact[] = [
    ['type', row.type],
    ['status', row.status],
    row.attributeSet === null ? ['set'] : ['set', row.attributeSet],
    row.parentId === null ? ['parent'] : ['parent', row.parentId],
  ];
  for (const { id } of ancestors) facts.push(['below', id]);
  if (ancestors.every(({ status }) => status === 'published')) facts.push(['ancestors-published']);
  const channels = family.find((one) => one.channels !== null)?.channels ?? null;
  facts.push([channels === null ? 'channel' : 'channels']);
  for (const code of channels ?? []) facts.push(['channel', code]);
  if (family.some(({ categories }) => categories.length > 0)) facts.push(['category']);
  for (const { categories } of family) for (const code of categories) facts.push(['category', code]);
  for (const { system, id } of row.externalRefs)
    facts.push(['ref', foldKey(system)], ['ref', foldKey(system), id]);
  return facts;
}

/** Values without the cells of attributes, channels and locales that are no more. */
export function shownValues(values: ResolvedValues, structure: CatalogueStructure): ResolvedValues {
  const isThere = ({ channel, locale }: Cell) =>
    (channel === undefined || structure.channels.has(foldKey(channel))) &&
    (locale === undefined || structure.locales.has(foldKey(locale)));
  const isKnown = (code: string) => structure.attributes.has(foldKey(code));
  // Nearly always nothing is to be left out.
  const isWhole = Object.keys(values).every((code) => isKnown(code) && values[code]?.every(isThere) === true);
  if (isWhole) return values;
  const shown = bareObject<readonly Cell[]>();
  for (const [code, cells] of Object.entries(values)) {
    if (!isKnown(code)) continue;
    const there = cells.filter(isThere);
    if (there.length > 0) shown[code] = there;
  }
  return shown;
}
