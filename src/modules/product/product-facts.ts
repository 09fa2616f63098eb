import { bareObject } from '../../kernel/bare-object.ts';
import { foldKey } from '../../kernel/codes.ts';
import type { Fact, Facts } from '../search/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { ProductRow } from './product-row.ts';
import type { Cell } from './values/cells.ts';
import { type ResolvedValues, resolveValues } from './values/resolve-values.ts';

/** What a row does not say of its product. */
type Beside = Pick<Facts, 'createdAt' | 'updatedAt' | 'links'>;
const UNKNOWN: Beside = { createdAt: 0, updatedAt: 0, links: {} };

/**
 * What a product shows, for finding it. Its completeness is that of the present structure.
 * @param ancestors nearest first
 */
export function productFacts(
  row: ProductRow,
  ancestors: readonly ProductRow[],
  structure: CatalogueStructure,
  beside: Beside = UNKNOWN,
): Facts {
  const values = resolveValues(
    row.values,
    ancestors.map((ancestor) => ancestor.values),
  );
  return {
    ...{ id: row.id, key: row.sku, words: [], completeness: row.completeness, ...beside },
    facts: plainFacts(row, ancestors),
    values: shownValues(values, structure),
  };
}

function plainFacts(row: ProductRow, ancestors: readonly ProductRow[]): Fact[] {
  const family = [row, ...ancestors];
  const channels = family.find((one) => one.channels !== null)?.channels ?? null;
  const categories =
    ancestors.length === 0 ? row.categories : new Set(family.flatMap((one) => one.categories));
  const hasCategories = family.some((one) => one.categories.length > 0);
  return [
    ['type', row.type],
    ['status', row.status],
    row.attributeSet === null ? ['set'] : ['set', row.attributeSet],
    row.parentId === null ? ['parent'] : ['parent', row.parentId],
    ...ancestors.map(({ id }): Fact => ['below', id]),
    ...(ancestors.every(({ status }) => status === 'published') ? [['ancestors-published'] as Fact] : []),
    ...(channels === null
      ? [['channel'] as Fact]
      : [['channels'] as Fact, ...channels.map((code): Fact => ['channel', code])]),
    ...(hasCategories ? [['category'] as Fact] : []),
    ...[...categories].map((code): Fact => ['category', code]),
    ...row.externalRefs.flatMap(({ system, id }): Fact[] => [
      ['ref', foldKey(system)],
      ['ref', foldKey(system), id],
    ]),
  ];
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
