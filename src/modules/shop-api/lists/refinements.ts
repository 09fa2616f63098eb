import { foldKey } from '../../../kernel/codes.ts';
import { compareDecimals, parseDecimal } from '../../../kernel/decimal.ts';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { isCalendarDate, toUtcTimestamp } from '../../attribute/index.ts';
import { findUnit } from '../../measurement/index.ts';
import type { ProductFilter } from '../../search/index.ts';
import type { Storefront } from '../../storefront/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { ExposedAttribute, ExposedCatalogue } from '../exposed-catalogue.ts';
import { attributesByCode, isFacetable } from './filterable-attribute.ts';
import type { FilterContext, ParsedFilter, ReferencedValue } from './to-product-filter.ts';

/** The facet of the category tree. */
export const CATEGORIES = 'categories';

/** Selection of a shopper in one facet, as the request sends it and as facets return it. */
export interface Refinement {
  /** Code of an attribute, or `categories`. */
  readonly facet: string;
  readonly values?: readonly string[] | null | undefined;
  /** Minimum, included; a decimal, a date or a time. */
  readonly min?: string | null | undefined;
  /** Maximum, included. */
  readonly max?: string | null | undefined;
  /** Less than. */
  readonly below?: string | null | undefined;
}

/** A facet that a list can have. */
export interface FacetDefinition {
  /** Code in its stored case. */
  readonly code: string;
  /** Null: the category tree. */
  readonly attribute: ExposedAttribute | null;
}

const RANGES: ReadonlySet<string> = new Set(['number', 'price', 'measurement', 'date', 'datetime']);

export const isRangeFacet = ({ attribute }: FacetDefinition): boolean =>
  attribute !== null && RANGES.has(attribute.type);

/** Returns every facet that lists of a shop can have, by folded code. */
export function facetDefinitions(
  catalogue: ExposedCatalogue,
  { facets, categoryFacets }: Pick<Storefront, 'facets' | 'categoryFacets'>,
): ReadonlyMap<string, FacetDefinition> {
  const attributes = attributesByCode(catalogue);
  const definitions = [...facets, ...Object.values(categoryFacets).flat()].flatMap(
    (code): FacetDefinition[] => {
      if (code === CATEGORIES) return [{ code, attribute: null }];
      const attribute = attributes.get(code);
      return attribute !== undefined && isFacetable(attribute) ? [{ code, attribute }] : [];
    },
  );
  return new Map(definitions.map((one) => [foldKey(one.code), one]));
}

/** Returns the unit in which a facet of measurements is reported; null for others. */
export function unitOf({ attribute }: FacetDefinition, structure: CatalogueStructure): string | null {
  const definition = structure.attributes.get(foldKey(attribute?.code ?? ''));
  const family = structure.families.get(foldKey(definition?.measurementFamily ?? ''));
  if (definition?.type !== 'measurement' || family === undefined) return null;
  return findUnit(family, definition.defaultUnit ?? family.standardUnit)?.code ?? null;
}

/** Refinements as conditions that select values: each facet leaves its own out of what it counts. */
export interface ParsedRefinements extends ParsedFilter {
  /** One for each facet, in the order in which they were sent first; values once. */
  readonly refinements: readonly Refinement[];
}

/** @throws ValidationFailed for facets and categories that do not exist, and for what is no value or range */
export function readRefinements(
  sent: readonly Refinement[],
  definitions: ReadonlyMap<string, FacetDefinition>,
  context: FilterContext,
): ParsedRefinements {
  const reading = new RefinementParser(definitions, context);
  const byFacet = Map.groupBy(sent.entries(), ([, { facet }]) => foldKey(facet));
  const read = [...byFacet.values()].flatMap((all) => reading.facet(all));
  if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
  return {
    filter: { and: read.map(({ filter }) => filter) },
    named: reading.named,
    refinements: read.map(({ refinement }) => refinement),
  };
}

interface Read {
  readonly refinement: Refinement;
  readonly filter: ProductFilter;
}

class RefinementParser {
  readonly problems: FieldProblem[] = [];
  readonly named: ReferencedValue[] = [];
  readonly #definitions: ReadonlyMap<string, FacetDefinition>;
  readonly #context: FilterContext;

  constructor(definitions: ReadonlyMap<string, FacetDefinition>, context: FilterContext) {
    this.#definitions = definitions;
    this.#context = context;
  }

  /** Returns all that was sent of one facet; what was sent of none of its values selects nothing. */
  facet(all: readonly (readonly [number, Refinement])[]): Read[] {
    const [[at, { facet }] = [0, { facet: '' }]] = all;
    const path = ['refine', String(at)];
    const definition = this.#definitions.get(foldKey(facet));
    if (definition === undefined) {
      const facetCodes = [...this.#definitions.values()].map(({ code }) => code);
      this.#refuse(
        'reference-not-found',
        [...path, 'facet'],
        localized('not-found', { kind: 'facet', ref: facet }),
        facet,
        facetCodes,
      );
      return [];
    }
    return isRangeFacet(definition) ? this.#range(definition, all) : this.#values(definition, all);
  }

  #values(definition: FacetDefinition, all: readonly (readonly [number, Refinement])[]): Read[] {
    const { code, attribute } = definition;
    const values = new Map<string, string>();
    for (const [at, { values: sent, min, max, below }] of all) {
      const path = ['refine', String(at)];
      if (min != null || max != null || below != null)
        this.#wrong([...path, 'values'], localized('facet-of-values', { facet: code }));
      for (const [index, value] of (sent ?? []).entries())
        this.#value(definition, value, [...path, 'values', String(index)], values);
    }
    const selected = [...values.values()];
    if (selected.length === 0) return [];
    const refinement = { facet: code, values: selected };
    if (attribute === null) return [{ refinement, filter: { categories: { any: selected } } }];
    const isList = attribute.type === 'multi_select' || attribute.type === 'entity_list';
    // Both values of a yes or no select whatever has one.
    const operands =
      attribute.type !== 'boolean'
        ? { [isList ? 'any' : 'in']: selected }
        : selected.length > 1
          ? { empty: false }
          : { eq: selected[0] === 'true' };
    return [{ refinement, filter: { attributes: [{ attribute: code, ...operands }] } }];
  }

  #value(
    { code, attribute }: FacetDefinition,
    value: string,
    path: readonly string[],
    valuesByCode: Map<string, string>,
  ): void {
    const { categories, structure } = this.#context;
    if (attribute === null) {
      const category = categories.byCode(value);
      if (category !== undefined) valuesByCode.set(foldKey(category.code), category.code);
      else {
        const categoryCodes = categories.all.map((one) => one.code);
        this.#refuse(
          'category-not-found',
          path,
          localized('category-not-in-shop', { ref: value }),
          value,
          categoryCodes,
        );
      }
    } else if (attribute.type === 'boolean') {
      if (value === 'true' || value === 'false') valuesByCode.set(value, value);
      else
        this.#refuse('value-not-allowed', path, localized('facet-true-or-false', { facet: code }), value, [
          'true',
          'false',
        ]);
    } else {
      const definition = structure.attributes.get(foldKey(attribute.code));
      if (definition !== undefined) this.named.push({ attribute: definition, code: value, path });
      if (!valuesByCode.has(foldKey(value))) valuesByCode.set(foldKey(value), value);
    }
  }

  #range(definition: FacetDefinition, all: readonly (readonly [number, Refinement])[]): Read[] {
    const { code, attribute } = definition;
    const [[at, sent] = [0, { facet: code }], second] = all;
    const path = ['refine', String(at)];
    if (second !== undefined)
      this.#wrong(['refine', String(second[0]), 'facet'], localized('facet-one-range', { facet: code }));
    if (sent.values != null) this.#wrong([...path, 'values'], localized('facet-of-range', { facet: code }));
    const { currency, structure } = this.#context;
    const unit = unitOf(definition, structure);
    if (attribute === null || (attribute.type === 'price' && currency === null)) return [];
    const operandOf = (amount: string) => {
      if (attribute.type === 'price') return { amount, currency };
      return unit === null ? amount : { amount, unit };
    };
    const bounds = (['min', 'max', 'below'] as const).flatMap((key) => {
      const text = sent[key] ?? null;
      if (text === null) return [];
      const bound = canonicalBound(attribute, text);
      if (bound === null)
        this.#wrong([...path, key], localized('facet-value-invalid', { value: text, facet: code }));
      return bound === null ? [] : [[key, bound] as const];
    });
    if (bounds.length === 0) return [];
    const { min, max, below } = Object.fromEntries(bounds) as Partial<
      Record<'min' | 'max' | 'below', string>
    >;
    const compare = isText(attribute) ? compareTexts : compareDecimals;
    if (min !== undefined && max !== undefined && compare(min, max) > 0)
      this.#wrong([...path, 'min'], localized('facet-min-above-max', { min, facet: code, max }));
    if (min !== undefined && below !== undefined && compare(min, below) >= 0)
      this.#wrong([...path, 'min'], localized('facet-min-not-below', { min, facet: code, below }));
    const operands = bounds.map(([key, bound]) => [OPERATORS[key], operandOf(bound)]);
    return [
      {
        refinement: { facet: code, ...Object.fromEntries(bounds) },
        filter: { attributes: [{ attribute: code, ...Object.fromEntries(operands) }] },
      },
    ];
  }

  #wrong(path: readonly string[], message: Message): void {
    this.problems.push(fieldProblem('value-not-allowed', path, message));
  }

  #refuse(
    code: 'reference-not-found' | 'category-not-found' | 'value-not-allowed',
    path: readonly string[],
    sentence: Message,
    value: string,
    candidates: Iterable<string>,
  ): void {
    const suggestions = suggest(value, candidates);
    const message = withSuggestions(sentence, suggestions);
    this.problems.push(fieldProblem(code, path, message, { value, suggestions }));
  }
}

/** Bounds that are compared as texts: canonical days and times stand in the order of their characters. */
const isText = ({ type }: ExposedAttribute): boolean => type === 'date' || type === 'datetime';
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const OPERATORS = { min: 'gte', max: 'lte', below: 'lt' } as const;

function canonicalBound({ type }: ExposedAttribute, text: string): string | null {
  if (type === 'date') return isCalendarDate(text) ? text : null;
  // The text has the form in which facets return it.
  if (type === 'datetime') return toUtcTimestamp(text)?.replace('.000Z', 'Z') ?? null;
  return parseDecimal(text);
}

/** Returns the refinements when a value is selected in addition, or no longer. */
export function toggleRefinement(
  refinements: readonly Refinement[],
  facet: string,
  values: readonly string[],
): readonly Refinement[] {
  return replaceRefinement(refinements, facet, values.length === 0 ? null : { facet, values });
}

/** Returns the refinements with another one of a facet, or none. */
export function replaceRefinement(
  refinements: readonly Refinement[],
  facet: string,
  other: Refinement | null,
): readonly Refinement[] {
  const isThere = refinements.some((one) => one.facet === facet);
  const newRefinements = refinements.flatMap((one) => (one.facet === facet ? (other ?? []) : one));
  return other === null || isThere ? newRefinements : [...newRefinements, other];
}
