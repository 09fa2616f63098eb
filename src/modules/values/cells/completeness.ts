import { type AttributeDefinition, pricesOf } from '../../attribute/index.ts';
import { cellsOf, findCell } from './cells.ts';
import type { ResolvedValues } from './resolve-values.ts';
import type { ChannelMetadata } from './value-context.ts';
import { levelOf, type VariantPlacement } from './variant-layout.ts';

/** Degree to which a product has the values that a channel requires, in one locale. */
export interface Completeness {
  readonly channel: string;
  readonly locale: string;
  /** 0–100, rounded down; 100 when nothing is required. */
  readonly ratio: number;
  readonly required: number;
  readonly filled: number;
  /** Attribute codes in the order of the set. */
  readonly missing: readonly string[];
}

/** Structure that completeness depends on besides the values: the same for all products of a set (and level). */
export interface CompletenessStructure {
  /** Required attribute codes by channel code; `*` counts for all channels. */
  readonly requirements: ReadonlyMap<string, readonly string[]>;
  readonly channels: readonly ChannelMetadata[];
  /** The attributes of the set, in its order; requirements of others do not count. */
  readonly attributes: readonly AttributeDefinition[];
  /** Absent for simple products. A model counts only what belongs to its level or above. */
  readonly placement?: VariantPlacement | undefined;
}

/** A prepared structure: what to search for in each channel and locale. */
export type CompletenessPlan = readonly RequiredCells[];

interface RequiredCells {
  readonly channel: string;
  readonly locale: string;
  readonly attributes: readonly AttributeDefinition[];
  readonly currencies: ReadonlySet<string>;
}

/** Prepares a structure once for many products; by channel, then its locales, in the order given. */
export function planCompleteness(structure: CompletenessStructure): CompletenessPlan {
  const { requirements, channels, placement } = structure;
  const countable =
    placement === undefined
      ? structure.attributes
      : structure.attributes.filter(({ code }) => levelOf(placement.layout, code) <= placement.level);
  return channels.flatMap(({ code: channel, locales, currencies }) => {
    const codes = new Set([...(requirements.get('*') ?? []), ...(requirements.get(channel) ?? [])]);
    const required = countable.filter(({ code }) => codes.has(code));
    return [...locales].map((locale) => ({
      channel,
      locale,
      attributes: required.filter(({ availableLocales }) => availableLocales?.includes(locale) ?? true),
      currencies,
    }));
  });
}

/** Returns one entry per channel and locale, from the effective values (inherited ones included). */
export function computeCompleteness(plan: CompletenessPlan, values: ResolvedValues): Completeness[] {
  return plan.map((cells) => {
    const missing = cells.attributes
      .filter((attribute) => !isFilled(attribute, cells, values))
      .map(({ code }) => code);
    const required = cells.attributes.length;
    const filledCount = required - missing.length;
    const ratio = required === 0 ? 100 : Math.floor((100 * filledCount) / required);
    return { channel: cells.channel, locale: cells.locale, ratio, required, filled: filledCount, missing };
  });
}

function isFilled(attribute: AttributeDefinition, cells: RequiredCells, values: ResolvedValues): boolean {
  const channel = attribute.scopable ? cells.channel : null;
  const locale = attribute.localizable ? cells.locale : null;
  const cell = findCell(cellsOf(values, attribute.code), channel, locale);
  if (cell === undefined) return false;
  if (attribute.type !== 'price') return true;
  const present = pricesOf(cell.value).map(({ currency }) => currency);
  const needed = attribute.validation.requiredCurrencies ?? [...cells.currencies];
  return needed.every((currency) => present.includes(currency));
}
