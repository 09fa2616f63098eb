import { foldKey } from '../../../kernel/codes.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { FilterProblems } from './filter-problem.ts';
import type { CellScope, OptionKey, SearchedCells } from './plan.ts';

/** What a filter names besides the structure, looked up before it is planned. */
export interface FilterReferences {
  /** The stored code of a category and, after it, those of all below; undefined: there is none. */
  subtreeOf(code: string): readonly string[] | undefined;
  /** UUID of a product by SKU, id or external id. */
  productId(ref: string): string | undefined;
  /** UUIDs of entities by code, of whatever type. */
  entityIds(code: string): readonly string[];
  /** The stored code of an option by its code, a synonym or a label; undefined: none, or several have the word. */
  optionCode(optionSet: string, word: string): string | undefined;
  /** Codes to suggest instead of one that is not found. */
  optionCodes(optionSet: string): Iterable<string>;
  categoryCodes(): Iterable<string>;
  /** Options of searchable attributes whose label has a word in search form. */
  optionsWithLabel(word: string): readonly OptionKey[];
}

export interface PlanSettings {
  readonly structure: CatalogueStructure;
  readonly references: FilterReferences;
  readonly now: Date;
  /** Whether it has to be computed where products are live. */
  readonly liveIsUnknown?: boolean;
  /** The channel and locale that conditions are meant for unless they name others; any when left out. */
  readonly context?: CellScope | undefined;
  /** Where words are looked for; in all that can be searched when left out. */
  readonly searchedCells?: readonly SearchedCells[] | undefined;
  /** Keys from the operation's input down to the filter. */
  readonly path: readonly string[];
}

/** What planning knows at one place of the filter. */
export interface Planning extends PlanSettings {
  readonly problems: FilterProblems;
  /** The channel and locale that conditions are meant for. */
  readonly context: CellScope;
}

/** The planning of what stands below some keys. */
export const below = (planning: Planning, ...keys: readonly string[]): Planning => ({
  ...planning,
  path: [...planning.path, ...keys],
});

/** The stored code of a channel; a problem when there is none. */
export function findChannel(
  code: string,
  { structure, problems, path }: Planning,
  key: string,
): string | undefined {
  const found = structure.channels.get(foldKey(code))?.code;
  const known = [...structure.channels.values()].map((channel) => channel.code);
  if (found === undefined) problems.missing('reference-not-found', [...path, key], 'channel', code, known);
  return found;
}

/** The stored code of an enabled locale; a problem when there is none. */
export function findLocale(
  code: string,
  { structure, problems, path }: Planning,
  key: string,
): string | undefined {
  const found = structure.locales.get(foldKey(code));
  const known = structure.locales.values();
  if (found === undefined)
    problems.missing('locale-not-enabled', [...path, key], 'enabled locale', code, known);
  return found;
}

/** The place that a condition names; what it leaves out is that of its context. */
export function scopeNamed(
  condition: {
    readonly channel?: string | null | undefined;
    readonly locale?: string | null | undefined;
  },
  planning: Planning,
): CellScope {
  const { channel, locale } = condition;
  const { context } = planning;
  return {
    channel: channel ? (findChannel(channel, planning, 'channel') ?? null) : context.channel,
    locale: locale ? (findLocale(locale, planning, 'locale') ?? null) : context.locale,
  };
}
