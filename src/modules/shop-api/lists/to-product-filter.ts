import { foldKey } from '../../../kernel/codes.ts';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { ProductFilter } from '../../search/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { ExposedAttribute } from '../exposed-catalogue.ts';
import type { CategoryTree } from './category-tree.ts';
import { filterKindOf } from './filterable-attribute.ts';

/** A condition on an attribute, in the terms of searches. */
type AttributeCondition = NonNullable<ProductFilter['attributes']>[number];

/** Operands of whatever kind, as the schema coerced them. */
export interface Operands {
  readonly eq?: string | null;
  readonly in?: readonly string[] | null;
  readonly nin?: readonly string[] | null;
  readonly allOf?: readonly string[] | null;
  readonly contains?: string | null;
  readonly startsWith?: string | null;
  readonly gt?: string | null;
  readonly gte?: string | null;
  readonly lt?: string | null;
  readonly lte?: string | null;
  /** Code of a unit. */
  readonly unit?: string;
  readonly exists?: boolean | null;
}

/** A typed filter: conditions by the names of exposed attributes beside those that all products have. */
export interface FilterInput {
  readonly and?: readonly FilterInput[] | null;
  readonly or?: readonly FilterInput[] | null;
  readonly not?: FilterInput | null;
  readonly sku?: Operands | null;
  /** Public id. */
  readonly category?: string | null;
  readonly updatedAt?: Operands | null;
  readonly [name: string]: unknown;
}

/** Settings and lookups for reading a filter. */
export interface FilterContext {
  readonly structure: CatalogueStructure;
  /** Currency in which prices are compared. */
  readonly currency: string | null;
  readonly categories: CategoryTree;
}

/** The code of an option or entity that somebody named, and where. */
export interface ReferencedValue {
  readonly attribute: AttributeDefinition;
  readonly code: string;
  readonly path: readonly string[];
}

export interface ParsedFilter {
  readonly filter: ProductFilter;
  /** Values to validate: only a search shows whether a visible product has the value. */
  readonly named: readonly ReferencedValue[];
}

/** Below all amounts: what has a price in a currency is above it. */
const LOWEST_AMOUNT = '-999999999999999999999';

/**
 * Returns a typed filter as searches take it. It names nothing but the attributes given.
 *
 * @throws ValidationFailed for categories that do not exist, and for amounts where the shop has no currency
 */
export function toProductFilter(
  input: FilterInput,
  attributes: readonly ExposedAttribute[],
  context: FilterContext,
): ParsedFilter {
  const reading = new Reading(new Map(attributes.map((one) => [one.name, one])), context);
  const filter = reading.filter(input, ['filter']);
  if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
  return { filter, named: reading.named };
}

/** Matches nothing: every product has an id. */
const NOTHING: ProductFilter = { id: { empty: true } };

class Reading {
  readonly problems: FieldProblem[] = [];
  readonly named: ReferencedValue[] = [];
  readonly #attributes: ReadonlyMap<string, ExposedAttribute>;
  readonly #context: FilterContext;

  constructor(attributes: ReadonlyMap<string, ExposedAttribute>, context: FilterContext) {
    this.#attributes = attributes;
    this.#context = context;
  }

  filter(input: FilterInput, path: readonly string[]): ProductFilter {
    const { and, or, not, sku, category, updatedAt, ...conditions } = input;
    const inner = (key: string, all: readonly FilterInput[]) =>
      all.map((one, index) => this.filter(one, [...path, key, String(index)]));
    const own = Object.entries(conditions).flatMap(([name, operands]) =>
      operands === null || operands === undefined ? [] : this.#condition(name, operands, [...path, name]),
    );
    const attributes = own.filter((one) => 'attribute' in one);
    const others = [
      ...own.filter((one) => !('attribute' in one)),
      ...(sku?.exists === false ? [NOTHING] : []),
    ];
    const ofSku = sku ? textsOf(sku) : {};
    return {
      ...((and || others.length > 0) && { and: [...inner('and', and ?? []), ...others] }),
      ...(or && { or: inner('or', or) }),
      ...(not && { not: this.filter(not, [...path, 'not']) }),
      ...(Object.keys(ofSku).length > 0 && { sku: ofSku }),
      ...(category && this.#category(category, [...path, 'category'])),
      ...(updatedAt && { effectiveUpdatedAt: boundsOf(updatedAt) }),
      ...(attributes.length > 0 && { attributes }),
    };
  }

  #category(id: string, path: readonly string[]): ProductFilter {
    const category = this.#context.categories.byId(id);
    if (category !== undefined) return { categories: { any: [category.code] } };
    const message = localized('category-not-in-shop', { ref: id });
    this.problems.push(fieldProblem('category-not-found', path, message, { value: id }));
    return {};
  }

  #condition(name: string, operands: unknown, path: readonly string[]): Condition[] {
    const exposed = this.#attributes.get(name);
    const attribute = this.#context.structure.attributes.get(foldKey(exposed?.code ?? ''));
    // The schema has no other names but those of attributes that are no longer exposed: nothing has a value of them.
    if (exposed === undefined || attribute === undefined)
      return (operands as Operands).exists === false ? [] : [NOTHING];
    const { code } = attribute;
    const kind = filterKindOf(exposed);
    if (kind === 'boolean') return [{ attribute: code, eq: operands === true }];
    const conditionOperands = operands as Operands;
    if (kind === 'money') return this.#money(code, conditionOperands, path);
    if (kind === 'option' || kind === 'entity')
      return [...this.#values(attribute, conditionOperands, path), ...existence(code, conditionOperands)];
    const compared = { ...textsOf(conditionOperands), ...boundsOf(conditionOperands) };
    const conditions = kind === 'measurement' ? inUnit(conditionOperands) : compared;
    return [
      ...(Object.keys(conditions).length > 0 ? [{ attribute: code, ...conditions }] : []),
      ...existence(code, conditionOperands),
    ];
  }

  #values(attribute: AttributeDefinition, conditionOperands: Operands, path: readonly string[]): Condition[] {
    const isList = attribute.type === 'multi_select' || attribute.type === 'entity_list';
    const on = { attribute: attribute.code };
    for (const key of ['in', 'nin', 'allOf'] as const)
      for (const [index, value] of (conditionOperands[key] ?? []).entries())
        this.named.push({ attribute, code: value, path: [...path, key, String(index)] });
    const { in: among, nin, allOf } = conditionOperands;
    return [
      ...(among ? [{ ...on, [isList ? 'any' : 'in']: among }] : []),
      ...(nin ? [{ ...on, [isList ? 'none' : 'nin']: nin }] : []),
      ...(allOf ? (isList ? [{ ...on, all: allOf }] : allOf.map((value) => ({ ...on, eq: value }))) : []),
    ];
  }

  #money(attribute: string, conditionOperands: Operands, path: readonly string[]): Condition[] {
    const { currency } = this.#context;
    if (currency === null) {
      const message = localized('shop-without-currency');
      this.problems.push(fieldProblem('currency-not-enabled', path, message));
      return [];
    }
    const bounds = withEach(boundsOf(conditionOperands), (amount) => ({ amount, currency }));
    const priced = { attribute, gte: { amount: LOWEST_AMOUNT, currency } };
    return [
      ...(Object.keys(bounds).length > 0 ? [{ attribute, ...bounds }] : []),
      ...(conditionOperands.exists === true ? [priced] : []),
      ...(conditionOperands.exists === false ? [{ not: { attributes: [priced] } }] : []),
    ];
  }
}

type Condition = AttributeCondition | ProductFilter;

/** Returns the operands without those that are absent. */
const omitAbsent = <Value>(
  operands: Readonly<Record<string, Value | null | undefined>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(operands).filter((entry): entry is [string, Value] => entry[1] != null));

const existence = (attribute: string, { exists }: Operands): Condition[] =>
  typeof exists === 'boolean' ? [{ attribute, empty: !exists }] : [];

const textsOf = ({ eq, in: among, contains, startsWith }: Operands) =>
  omitAbsent<string | readonly string[]>({ eq, in: among, contains, startsWith });

const boundsOf = ({ gt, gte, lt, lte }: Operands) => omitAbsent({ gt, gte, lt, lte });

const inUnit = ({ unit = '', eq, ...bounds }: Operands) =>
  withEach({ ...boundsOf(bounds), ...omitAbsent({ eq }) }, (amount) => ({ amount, unit }));

const withEach = <Value>(operands: Readonly<Record<string, string>>, make: (operand: string) => Value) =>
  Object.fromEntries(Object.entries(operands).map(([key, operand]) => [key, make(operand)]));
