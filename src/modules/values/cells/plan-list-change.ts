import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { type AttributeDefinition, applyListChange } from '../../attribute/index.ts';
import { checkScope, resolveCellScope } from './cell-scope.ts';
import { type Cell, type CellAssignment, cellsOf, findCell, NO_VALUES } from './cells.ts';
import { cellProblem, checkMembership, type PlannedCell } from './plan-cell.ts';
import type { ValueContext } from './value-context.ts';

/**
 * Checks codes that are added to a list and removed from it, and completes them from the list that the product has or
 * inherits. What changes nothing is never rejected; a list without codes is no value.
 */
export function planListChange(
  write: CellAssignment,
  attribute: AttributeDefinition,
  cells: readonly Cell[],
  context: ValueContext,
  problems: FieldProblem[],
): PlannedCell | null {
  const scope = resolveCellScope(write, context);
  const { channel, locale } = scope;
  const stored = findCell(cells, channel, locale);
  const visibleCell =
    stored ?? findCell(cellsOf(context.inherited ?? NO_VALUES, attribute.code), channel, locale);
  const list = codesIn(visibleCell?.value ?? null);
  const { add = [], remove = [], path } = write;
  const change = { add, remove };
  const at = { path, channel, locale, current: visibleCell?.value ?? null, channelCurrencies: null };
  const changed = applyListChange(list, change, attribute, context, at);
  if (changed === null) {
    const message = localized('list-change-not-a-list', { attribute: attribute.code });
    problems.push(cellProblem('value-not-allowed', write, attribute, message));
    return null;
  }
  if (write.value !== null) {
    const message = localized('list-change-or-value', { attribute: attribute.code });
    problems.push(cellProblem('value-not-allowed', write, attribute, message));
    return null;
  }
  const value = changed.value ?? null;
  if (changed.problems === undefined) {
    if (jsonEquals(codesIn(value), list)) return { channel, locale, value: stored?.value ?? null, stored };
    if (value === null) return { channel, locale, value, stored };
  }
  const scopeProblems = checkScope(write, scope, attribute, context);
  const stranger = scopeProblems.length > 0 ? null : checkMembership(write, attribute, context);
  const others = stranger === null ? (changed.problems ?? []) : [stranger];
  const listProblems = scopeProblems.length > 0 ? scopeProblems : others;
  problems.push(...listProblems);
  return listProblems.length > 0 ? null : { channel, locale, value, stored };
}

/** Returns the codes of a list; none where there is no value. */
export const codesIn = (value: JsonValue): readonly string[] =>
  isJsonArray(value) ? value.filter((code) => typeof code === 'string') : [];
