import { foldKey } from '../../../kernel/codes.ts';
import { isJsonObject, type JsonValue } from '../../../kernel/json.ts';
import type { Labels } from '../../../kernel/labels.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operation.ts';
import { MAX_SLUG_LENGTH, slugify, truncateSlug } from '../../../kernel/text/slug.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { fallbackChain } from '../../locale/index.ts';
import { optionKey, optionStore } from '../../option-set/index.ts';
import { assignSlugs, type SlugCandidates, type SlugClaim, slugStore } from '../../slug/index.ts';
import { type CatalogueStructure, type ChannelStructure, fallbackOf } from '../../structure/index.ts';
import {
  cellsOf,
  findCell,
  findText,
  resolveValues,
  selectValue,
  type ValuesView,
} from '../../values/index.ts';
import { distinguishingAxes } from './distinguishing-axes.ts';
import { effectiveChannels } from './live.ts';
import { setOf, variantPlacement } from './product-completeness.ts';
import type { ProductRow } from './product-row.ts';

export const productSlugs = slugStore('product');

/** Returns the channels whose products have slugs. */
export const channelsWithSlugs = (structure: CatalogueStructure): readonly ChannelStructure[] =>
  [...structure.channels.values()].filter(({ document }) => document.slugsEnabled);

/** Rows with the slugs that they have now, and those of them that are new. */
export interface SluggedRows {
  readonly rows: readonly ProductRow[];
  readonly claims: readonly SlugClaim[];
}

/**
 * Returns the rows with their slugs by the present structure, in the channels that they are sold in. Reads nothing
 * where no channel has slugs or all rows keep theirs. The claims are to be stored behind the rows.
 *
 * @param ancestorsOf the models above, nearest first
 */
export async function assignProductSlugs(
  context: ReadContext | WriteContext,
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  ancestorsOf: (row: ProductRow) => readonly ProductRow[],
): Promise<SluggedRows> {
  const channels = channelsWithSlugs(structure);
  if (channels.length === 0) return { rows, claims: [] };
  const options = await loadAxisOptions(context, structure, rows, ancestorsOf);
  const { slugs, claims } = await assignSlugs(
    context,
    productSlugs,
    rows.map((row) => ({
      id: row.id,
      slugs: row.slugs,
      wishes: slugCandidatesOf({ structure, options }, channels, row, ancestorsOf(row)),
    })),
  );
  return { rows: rows.map((row) => ({ ...row, slugs: slugs.get(row.id) ?? row.slugs })), claims };
}

/** The labels of options by their key; see `optionKey`. */
type OptionLabels = ReadonlyMap<string, Labels>;

/** Sources of slugs besides the products themselves. */
interface SlugSources {
  readonly structure: CatalogueStructure;
  readonly options: OptionLabels;
}

/** Loads the labels of the options that distinguish variants. Reads nothing where there are none. */
async function loadAxisOptions(
  context: ReadContext | WriteContext,
  structure: CatalogueStructure,
  rows: readonly ProductRow[],
  ancestorsOf: (row: ProductRow) => readonly ProductRow[],
): Promise<OptionLabels> {
  const keys = rows.flatMap((row) => {
    const family = [row, ...ancestorsOf(row)];
    if (family.length === 1) return [];
    const axes = variantPlacement(structure, row, family.at(-1) ?? row)?.layout.levels.flatMap(
      (level) => level.axes,
    );
    return (axes ?? []).flatMap((axis) => {
      const optionSet = structure.attributes.get(foldKey(axis))?.optionSet ?? null;
      if (optionSet === null) return [];
      const cell = family.map(({ values }) => findCell(cellsOf(values, axis), null, null)).find(Boolean);
      return cell === undefined ? [] : [optionKey(optionSet, String(cell.value))];
    });
  });
  if (keys.length === 0) return new Map();
  const optionsByKey = await optionStore.load(
    context,
    context.session.organizationId,
    [...new Set(keys)],
    false,
  );
  return new Map([...optionsByKey].map(([key, { document }]) => [key, document.labels]));
}

/** Returns the slugs that a product may have in each locale of the channels with slugs that it is sold in. */
function slugCandidatesOf(
  sources: SlugSources,
  channels: readonly ChannelStructure[],
  row: ProductRow,
  ancestors: readonly ProductRow[],
): SlugCandidates[] {
  const { structure } = sources;
  const sold = new Set(effectiveChannels(structure, row, ancestors).map(foldKey));
  const values = resolveValues(
    row.values,
    ancestors.map((ancestor) => ancestor.values),
  );
  const view = { structure, values, members: undefined };
  return channels
    .filter(({ code }) => sold.has(foldKey(code)))
    .flatMap(({ code: channel, locales }) =>
      [...locales].map((locale) => {
        const baseBy = (options: OptionLabels) =>
          slugBase({ view, options }, row, ancestors, channel, locale);
        const candidates = slugCandidates(baseBy(sources.options), row, locale);
        // A product with a slug from the codes of its options keeps that slug.
        const byCodes = slugCandidates(baseBy(NO_LABELS), row, locale);
        return { channel, locale, candidates: [...new Set([...candidates, ...byCodes])] };
      }),
    );
}

const NO_LABELS: OptionLabels = new Map();

/** The parts of a view that texts are found by. */
type Found = Pick<ValuesView, 'structure' | 'values' | 'members'>;

/**
 * Returns the slug that a product has when nothing else has it: of the attribute with that role, else of the label.
 * Where a model above holds the text, the values of the axes between the two follow. Empty where neither has letters or
 * digits.
 */
function slugBase(
  { view, options }: { readonly view: Found; readonly options: OptionLabels },
  row: ProductRow,
  ancestors: readonly ProductRow[],
  channel: string,
  locale: string,
): string {
  const { structure } = view;
  const document = setOf(structure, row)?.document;
  const request = { channel, locale, fallback: true };
  const slugText =
    findText(view, document?.roles.slug ?? null, request) ??
    findText(view, document?.attributeAsLabel ?? null, request);
  if (slugText === null) return '';
  const layout = variantPlacement(structure, row, ancestors.at(-1) ?? row)?.layout;
  const locales = fallbackChain(locale, (code) => fallbackOf(structure, code));
  const axes = distinguishingAxes(row, ancestors, layout, slugText).flatMap((attribute) => {
    const value = selectValue(view, { ...request, attribute });
    if (value === null) return [];
    const optionText = optionWords(value.attribute, value.value, options, locales);
    // A label without letters or digits names nothing.
    const optionSlug = optionText === null ? '' : slugify(optionText, locale);
    return optionSlug === '' ? slugify(axisSlugParts(value.attribute, value.value), locale) : optionSlug;
  });
  const slugParts = [slugify(slugText.text, locale), ...axes].filter((word) => word !== '');
  return truncateSlug(slugParts.join('-'), MAX_SLUG_LENGTH);
}

/**
 * Returns the label of an option in the first of the locales that has one; null: it has none, or the value is no
 * option.
 */
function optionWords(
  { optionSet }: AttributeDefinition,
  value: JsonValue,
  options: OptionLabels,
  locales: readonly string[],
): string | null {
  const labels = optionSet === null ? undefined : options.get(optionKey(optionSet, String(value)));
  return locales.map((locale) => labels?.[locale]).find((text) => text !== undefined && text !== '') ?? null;
}

/** Returns the value of an axis as terms of URLs: codes of options and entities, amounts with their unit. */
function axisSlugParts({ code }: AttributeDefinition, value: JsonValue): string {
  if (typeof value === 'boolean') return value ? code : `no ${code}`;
  return isJsonObject(value) ? `${value.amount} ${value.unit}` : String(value);
}

/** Number of characters of a UUID that distinguish products of one slug and SKU. */
const ID_LENGTH = 12;

function slugCandidates(base: string, { sku, id }: ProductRow, locale: string): string[] {
  const ofSku = slugify(sku, locale);
  const ofId = id.slice(-ID_LENGTH);
  const first = [base, ofSku, ofId].find((slug) => slug !== '') ?? ofId;
  const candidates = [first, ...(ofSku === '' ? [] : [`${first}-${ofSku}`]), `${first}-${ofId}`];
  return first === ofSku || first === ofId ? [first, `${first}-${ofId}`] : candidates;
}
