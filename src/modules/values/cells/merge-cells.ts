import { foldKey } from '../../../kernel/codes.ts';
import { MAX_PROBLEMS } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { resolveCellScope } from './cell-scope.ts';
import {
  type Cell,
  type CellWrite,
  cellsOf,
  compareCells,
  compareCodes,
  createCell,
  emptyValues,
  isListChange,
  isPartial,
  NO_CELLS,
  type Values,
} from './cells.ts';
import { cellProblem, type PlannedCell, planCell } from './plan-cell.ts';
import { planListChange } from './plan-list-change.ts';
import { planPartialValue } from './plan-partial-value.ts';
import type { ValueContext } from './value-context.ts';

export interface MergeResult {
  /** The very object `current` when nothing changed. */
  readonly values: Values;
  /** Cells with a problem are left as they were; the others are merged. */
  readonly problems: readonly FieldProblem[];
}

/**
 * Writes single cells into the own values of a product: only named cells change. The one function behind every
 * write, be it a single one, a batch or an import. `valueChanges` says what it has changed.
 *
 * - A cell sent back with source `inherited` or `fallback` is skipped; a cell that holds the value already is no
 *   change, whatever the rules say about it now. So reading and writing back changes nothing.
 * - A cleared attribute that is also assigned in the same write keeps the assigned cells only.
 * - A write of a part leaves the other parts of its value: a price those of other currencies, codes that are added to a
 *   list or removed from it the others.
 * - Emptying a stored cell is always allowed, also where the attribute, locale or channel would not be any more.
 * - A variant cannot write the axes of its ancestors, nor a model those of its descendants.
 *
 * @param maxProblems the rest of the cells is not read after so many problems; for a write that is rejected as a whole
 */
export function mergeCells(
  current: Values,
  writes: readonly CellWrite[],
  context: ValueContext,
  maxProblems = MAX_PROBLEMS,
): MergeResult {
  const problems: FieldProblem[] = [];
  const edits = new Map<string, AttributeEdit>();
  for (const write of writes) {
    planWrite(write, current, context, edits, problems);
    if (problems.length >= maxProblems) break;
  }

  const changed = new Map<string, readonly Cell[]>();
  for (const [code, edit] of edits) {
    const before = cellsOf(current, code);
    const after = applyEdit(before, edit);
    if (after !== before) changed.set(code, after);
  }
  return { values: changed.size === 0 ? current : withChanged(current, changed), problems };
}

/** Effect of one write on the cells of one attribute. */
interface AttributeEdit {
  cleared: boolean;
  /** Assigned cells; null empties. */
  readonly cells: PlannedCell[];
}

function planWrite(
  write: CellWrite,
  current: Values,
  context: ValueContext,
  edits: Map<string, AttributeEdit>,
  problems: FieldProblem[],
): void {
  if (!write.clear && (write.source === 'inherited' || write.source === 'fallback')) return;
  const attribute = context.attributes.get(foldKey(write.attribute));
  if (attribute === undefined) {
    problems.push(attributeNotFound(write, context));
    return;
  }
  const { code } = attribute;
  const edit = edits.get(code);
  if (write.clear) {
    if (edit === undefined) edits.set(code, { cleared: true, cells: [] });
    else edit.cleared = true;
    return;
  }
  const isPart = isPartial(write, attribute.type);
  const isFurther = write.partial === true || isListChange(write);
  const earlier = isFurther ? plannedAt(edit, resolveCellScope(write, context)) : undefined;
  // A value that is assigned to a cleared attribute is complete, unless the write states otherwise.
  const isWhole = edit?.cleared === true && earlier === undefined && write.partial !== true;
  const plan = isListChange(write) ? planListChange : isPart && !isWhole ? planPartialValue : planCell;
  if (edit !== undefined && earlier !== undefined) {
    // A further part of a value that this write has changed already.
    const planned = plan(write, attribute, asCells(earlier), context, problems);
    if (planned !== null)
      edit.cells.splice(edit.cells.indexOf(earlier), 1, { ...planned, stored: earlier.stored });
    return;
  }
  const stored = edit?.cleared && isListChange(write) ? NO_CELLS : cellsOf(current, code);
  const planned = plan(write, attribute, stored, context, problems);
  if (planned === null) return;
  if (edit === undefined) {
    edits.set(code, { cleared: false, cells: [planned] });
  } else if (plannedAt(edit, planned) !== undefined) {
    const message = localized('cell-written-twice', { attribute: code });
    problems.push(cellProblem('duplicate-item', write, attribute, message));
  } else {
    edit.cells.push(planned);
  }
}

const plannedAt = (edit: AttributeEdit | undefined, scope: Pick<PlannedCell, 'channel' | 'locale'>) =>
  edit?.cells.find(({ channel, locale }) => channel === scope.channel && locale === scope.locale);

const asCells = ({ channel, locale, value }: PlannedCell): readonly Cell[] =>
  value === null ? [] : [createCell(channel, locale, value)];

/** Returns the cells after the edit; `before` itself when nothing changes. */
function applyEdit(before: readonly Cell[], edit: AttributeEdit): readonly Cell[] {
  let isChanged = false;
  const after: Cell[] = [];
  for (const cell of before) {
    const edited = edit.cells.find(({ stored }) => stored === cell);
    const value = edited === undefined ? (edit.cleared ? null : cell.value) : edited.value;
    if (value === cell.value) {
      after.push(cell);
      continue;
    }
    isChanged = true;
    if (value !== null) after.push(createCell(cell.channel ?? null, cell.locale ?? null, value));
  }
  for (const { channel, locale, value, stored } of edit.cells) {
    if (stored !== undefined || value === null) continue;
    isChanged = true;
    after.push(createCell(channel, locale, value));
  }
  return isChanged ? after.sort(compareCells) : before;
}

function withChanged(current: Values, changed: ReadonlyMap<string, readonly Cell[]>): Values {
  const unchangedCodes = Object.keys(current).filter((code) => !changed.has(code));
  const values = emptyValues();
  for (const code of [...unchangedCodes, ...changed.keys()].sort(compareCodes)) {
    const cells = changed.get(code) ?? cellsOf(current, code);
    if (cells.length > 0) values[code] = cells;
  }
  return values;
}

function attributeNotFound(write: CellWrite, context: ValueContext): FieldProblem {
  const codes = context.attributes.values().map(({ code }) => code);
  const suggestions = suggest(write.attribute, codes);
  const message = withSuggestions(
    localized('not-found', { kind: 'attribute', ref: write.attribute }),
    suggestions,
  );
  return fieldProblem('attribute-not-found', write.path, message, {
    attribute: write.attribute,
    suggestions,
  });
}
