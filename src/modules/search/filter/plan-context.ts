import { foldKey } from '../../../kernel/codes.ts';
import { ValidationFailed } from '../../../kernel/errors.ts';
import {
  type FieldProblem,
  type FieldProblemCode,
  fieldProblem,
  textOf,
} from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { DomainErrorCode } from '../../../kernel/problems/problem-definitions.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { SearchableTexts } from '../spelling/searchable-texts.ts';
import type { CellScope, OptionKey, SearchableCells } from './plan.ts';

/** Looks up what a filter names besides the structure; everything was loaded before the filter is planned. */
export interface FilterReferences {
  /** Returns the stored code of a category and, after it, those of all below; undefined: there is none. */
  subtreeOf(code: string): readonly string[] | undefined;
  /** Returns the number of products in a category and below it, if it was counted; up to one more than `MAX_RARE`. */
  productsIn(code: string): number | undefined;
  /** Returns UUID of a product by SKU, id or external id. */
  productId(ref: string): string | undefined;
  /** Returns UUIDs of entities by code, of whatever type. */
  entityIds(code: string): readonly string[];
  /**
   * Returns the stored code of an option by its code, a synonym or a label; undefined: none, or several have the term.
   */
  optionCode(optionSet: string, word: string): string | undefined;
  /** Returns the codes to suggest instead of one that is not found. */
  optionCodes(optionSet: string): Iterable<string>;
  categoryCodes(): Iterable<string>;
  /** Returns options of searchable attributes whose label has a word in search form. */
  optionsWithLabel(word: string): readonly OptionKey[];
  /** Cells in which words are searched for; undefined: all that can be searched. */
  readonly searchedCells: readonly SearchableCells[] | undefined;
}

export interface PlanSettings {
  readonly organizationId: string;
  readonly structure: CatalogueStructure;
  readonly now: Date;
  /** True if the scopes where products are live have to be computed. */
  readonly liveIsUnknown?: boolean;
  /** The channel and locale that conditions are meant for unless they name others; any when left out. */
  readonly cellScope?: CellScope | undefined;
  /** Texts in which words are searched for; all searchable ones when left out. */
  readonly texts?: SearchableTexts | undefined;
  /** Keys from the operation's input down to the filter. */
  readonly path: readonly string[];
}

/** Holds what the plan of a condition depends on besides the condition; `path` is that of the condition. */
export interface PlanContext extends PlanSettings {
  readonly references: FilterReferences;
  readonly problems: FilterProblems;
  readonly cellScope: CellScope;
}

type FilterSlug = Extract<
  DomainErrorCode,
  'validation-failed' | 'unknown-attribute' | 'invalid-operator' | 'filter-too-complex' | 'filter-too-broad'
>;

/** Gathers what is wrong with a filter, so that its author learns everything at once. */
export class FilterProblems {
  readonly #problems: {
    readonly slug: FilterSlug;
    readonly problem: FieldProblem;
    readonly allowed: readonly string[];
  }[] = [];

  add(
    slug: FilterSlug,
    code: FieldProblemCode,
    path: readonly string[],
    message: Message,
    details: {
      readonly value?: JsonValue;
      readonly suggestions?: readonly string[];
      readonly attribute?: string;
    } = {},
    allowed: readonly string[] = [],
  ): void {
    this.#problems.push({ slug, problem: fieldProblem(code, path, message, details), allowed });
  }

  /** Reports a code that leads nowhere, with those that were perhaps meant. */
  missing(
    code: FieldProblemCode,
    path: readonly string[],
    noun: string,
    value: string,
    validValues: Iterable<string>,
    slug: FilterSlug = 'validation-failed',
  ): void {
    const suggestions = suggest(value, validValues);
    const message = withSuggestions(localized('not-found', { kind: noun, ref: value }), suggestions);
    this.add(slug, code, path, message, { value, suggestions });
  }

  /** @throws ValidationFailed with everything that was found, if anything was. */
  refuse(): void {
    const [first, ...others] = this.#problems;
    if (first === undefined) return;
    const slug = others.every((other) => other.slug === first.slug) ? first.slug : 'validation-failed';
    const errors = this.#problems.map(({ problem }) => problem);
    const detail =
      errors.length === 1 ? textOf(first.problem) : localized('conditions-invalid', { count: errors.length });
    // With several errors, the allowed values of one would be ambiguous; each message has its own.
    throw new ValidationFailed(slug, detail, errors, others.length === 0 ? first.allowed : []);
  }
}

/** Returns the planning of what stands below some keys. */
export const atPath = (planning: PlanContext, ...keys: readonly string[]): PlanContext => ({
  ...planning,
  path: [...planning.path, ...keys],
});

/** Returns the stored code of a channel; a problem when there is none. */
export function findChannel(
  code: string,
  { structure, problems, path }: PlanContext,
  key: string,
): string | undefined {
  const channelCode = structure.channels.get(foldKey(code))?.code;
  const channelCodes = [...structure.channels.values()].map((channel) => channel.code);
  if (channelCode === undefined)
    problems.missing('reference-not-found', [...path, key], 'channel', code, channelCodes);
  return channelCode;
}

/** Returns the stored code of an enabled locale; a problem when there is none. */
export function findLocale(
  code: string,
  { structure, problems, path }: PlanContext,
  key: string,
): string | undefined {
  const localeCode = structure.locales.get(foldKey(code));
  const localeCodes = structure.locales.values();
  if (localeCode === undefined)
    problems.missing('locale-not-enabled', [...path, key], 'enabled locale', code, localeCodes);
  return localeCode;
}

interface NamedScope {
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
}

/** Returns the channel and locale that a condition or a filter names; what it leaves out comes from where it is nested. */
export function cellScopeOf({ channel, locale }: NamedScope, planning: PlanContext): CellScope {
  const { cellScope } = planning;
  return {
    channel: channel ? (findChannel(channel, planning, 'channel') ?? null) : cellScope.channel,
    locale: locale ? (findLocale(locale, planning, 'locale') ?? null) : cellScope.locale,
  };
}

/** Returns the planning of what a condition or a filter contains, in the channel and locale that it names. */
export function inScopeOf(condition: NamedScope, planning: PlanContext): PlanContext {
  return { ...planning, cellScope: cellScopeOf(condition, planning) };
}
