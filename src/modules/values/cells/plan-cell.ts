import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import { type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { type AttributeDefinition, parseValue, valuesEqual } from '../../attribute/index.ts';
import { checkScope, resolveCellScope } from './cell-scope.ts';
import { type Cell, type CellAssignment, findCell } from './cells.ts';
import type { ValueContext } from './value-context.ts';
import { axisLevelOf, levelOf, type VariantPlacement } from './variant-layout.ts';

/** Result of a write for one cell; null empties it. */
export interface PlannedCell {
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value: JsonValue;
  /** The stored cell of this place, if there is one. */
  readonly stored: Cell | undefined;
}

/** Checks one assignment against the stored cells of its attribute; null when it has problems. */
export function planCell(
  write: CellAssignment,
  attribute: AttributeDefinition,
  cells: readonly Cell[],
  context: ValueContext,
  problems: FieldProblem[],
): PlannedCell | null {
  const scope = resolveCellScope(write, context);
  const { channel, locale } = scope;
  const stored = findCell(cells, channel, locale);
  const empty = isEmptyValue(write.value);
  if (stored !== undefined && (empty || jsonEquals(write.value, stored.value))) {
    return { channel, locale, value: empty ? null : stored.value, stored };
  }
  const scopeProblems = checkScope(write, scope, attribute, context);
  if (scopeProblems.length > 0) {
    problems.push(...scopeProblems);
    return null;
  }
  if (empty) return { channel, locale, value: null, stored };
  const parsed = parseValue(write.value, attribute, context, {
    path: write.path,
    channel,
    locale,
    current: stored?.value ?? null,
    channelCurrencies: scope.channelFacts?.currencies ?? null,
  });
  const value = parsed.value ?? null;
  if (parsed.problems === undefined) {
    if (value === null) return { channel, locale, value, stored };
    if (stored !== undefined && valuesEqual(attribute, value, stored.value)) {
      return { channel, locale, value: stored.value, stored };
    }
  }
  // A message that the attribute does not belong here is more useful than one about its value.
  const stranger = checkMembership(write, attribute, context);
  const cellProblems = stranger === null ? (parsed.problems ?? []) : [stranger];
  problems.push(...cellProblems);
  return cellProblems.length > 0 ? null : { channel, locale, value, stored };
}

/** Returns whether the product may hold a (new) value of this attribute at all. */
export function checkMembership(
  write: CellAssignment,
  attribute: AttributeDefinition,
  context: ValueContext,
): FieldProblem | null {
  const { code } = attribute;
  if (!context.inSet(code)) {
    const { membership = "the product's set" } = context;
    const message = localized('attribute-not-in-owner', { attribute: code, owner: membership });
    return cellProblem('attribute-not-in-set', write, attribute, message);
  }
  const placementProblem =
    context.placement === undefined ? null : levelProblem(attribute, context.placement);
  return placementProblem === null
    ? null
    : cellProblem(placementProblem.code, write, attribute, placementProblem.message);
}

/**
 * Returns the reason why a product at some level of its layout has no values of an attribute; null if it may have them.
 */
export function levelProblem(
  { code, unique }: AttributeDefinition,
  { layout, level }: VariantPlacement,
): { readonly code: FieldProblemCode; readonly message: Message } | null {
  // A unique value that every variant inherits would tell none of them apart.
  if (unique && levelOf(layout, code) > level) {
    const message = localized('unique-per-variant', { attribute: code });
    return { code: 'attribute-not-at-level', message };
  }
  const axisLevel = axisLevelOf(layout, code);
  if (axisLevel === undefined || axisLevel === level) return null;
  if (axisLevel < level) {
    const message = localized('axis-of-level-above', { attribute: code });
    return { code: 'inherited-read-only', message };
  }
  const message = localized('axis-of-variants', { attribute: code });
  return { code: 'attribute-not-at-level', message };
}

function isEmptyValue(value: JsonValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns a problem of the cell that a write names. */
export function cellProblem(
  code: FieldProblemCode,
  write: CellAssignment,
  attribute: AttributeDefinition,
  message: Message,
): FieldProblem {
  const { channel, locale, value, path } = write;
  return fieldProblem(code, path, message, { attribute: attribute.code, channel, locale, value });
}
