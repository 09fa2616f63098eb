import { foldKey } from '../../../kernel/codes.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { ANY_SCOPE, type CellScope, type Plan, type Range } from '../filter/plan.ts';
import type { FilterCondition } from '../filter/plan-filter.ts';
import { effectiveScope } from './value-field.ts';

/** The conditions of a search on one field that select some of its values, and what they select. */
export interface Selection {
  readonly conditions: ReadonlySet<FilterCondition>;
  /** Folded codes. */
  readonly keys: ReadonlySet<string>;
}

/** A field that conditions can be on. */
interface Selected {
  readonly on: string;
  readonly selecting: readonly string[];
  readonly attribute: AttributeDefinition | null;
  /** The channel and locale that the conditions of facets are meant for. */
  readonly cellScope: CellScope;
}

/**
 * Returns the conditions that a facet leaves out of what it counts: those on its own field that name values to be one
 * of. Other conditions on the field, as by `nin`, `empty` or in another channel, hold for the facet too.
 */
export function facetSelection(selected: Selected, conditions: readonly FilterCondition[]): Selection {
  const own = conditions.filter((condition) => isSelecting(condition, selected));
  return { conditions: new Set(own), keys: new Set(own.flatMap(keysOf)) };
}

function isSelecting({ on, condition, cellScope }: FilterCondition, selected: Selected): boolean {
  if (on !== selected.on) return false;
  // This holds unless the filter has a condition on the field.
  if (condition === null) return true;
  if (!isSameScope(scopeOf(selected, cellScope), scopeOf(selected, selected.cellScope))) return false;
  const operators = Object.entries(condition).filter(
    ([key, operand]) => operand !== undefined && operand !== null && !isShaping(key, operand),
  );
  return operators.length > 0 && operators.every(([key]) => selected.selecting.includes(key));
}

/** Returns true if a key adds nothing to the default. */
const isShaping = (key: string, operand: unknown) =>
  key === 'attribute' ||
  (key === 'scope' && operand === 'any') ||
  (key === 'descendants' && operand === true);

/** Returns the part of a channel and locale that a field has values of its own in. */
function scopeOf({ on, attribute }: Selected, cellScope: CellScope): CellScope {
  if (attribute !== null) return effectiveScope(attribute, cellScope);
  return on === 'completeness' ? cellScope : ANY_SCOPE;
}

const isSameScope = (one: CellScope, other: CellScope) =>
  one.channel === other.channel && one.locale === other.locale;

/** Returns the selected values; for categories those that the condition names, not those below them. */
function keysOf({ on, condition, plan }: FilterCondition): readonly string[] {
  if (condition === null) return [];
  if (on !== 'categories') return keysIn(plan);
  return ((condition as { readonly any?: readonly string[] }).any ?? []).map(foldKey);
}

function keysIn(plan: Plan): readonly string[] {
  switch (plan.kind) {
    case 'and':
    case 'or':
      return plan.of.flatMap(keysIn);
    case 'value':
      return plan.value.test.kind === 'one-of' ? plan.value.test.keys : [];
    case 'missing':
      return plan.attributes.map(foldKey);
    case 'fact':
      return plan.facts.flatMap(([, ...rest]) => rest.slice(-1).map(foldKey));
    default:
      return [];
  }
}

/** Returns the ranges that a condition asks for. */
export function rangesIn(plan: Plan): readonly { readonly currency: string | null; readonly range: Range }[] {
  if (plan.kind === 'and') return plan.of.flatMap(rangesIn);
  return plan.kind === 'value' && plan.value.test.kind === 'range' ? [plan.value.test] : [];
}
