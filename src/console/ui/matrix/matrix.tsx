import { memo, useDeferredValue, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../icons.ts';
import { type DropSide, useRowDrag } from '../order/use-row-drag.ts';
import type { MatrixRange } from './matrix-model.ts';
import type { CellState, MatrixActions, MatrixColumn, MatrixGroup, MatrixRow } from './matrix-types.ts';
import { useMatrix } from './use-matrix.ts';

/** Number of rows that are drawn before the others, which take longer than those in sight. */
const FIRST_ROWS = 40;

const STATES: readonly CellState[] = ['on', 'inherited', 'off'];

/**
 * Shows rows in groups with cells that are on or off. Arrow keys move, Shift extends the selection, Space switches it,
 * also the whole column on its head; Ctrl-C and Ctrl-V copy and paste cells; Alt with arrow keys moves a row, Delete on
 * the head of a row removes it. A click switches a cell; rows are dragged.
 */
export function Matrix(props: {
  readonly label: string;
  /** Title of the column with the heads of the rows. */
  readonly rowsTitle: string;
  readonly columns: readonly MatrixColumn[];
  /** Title of a last column with the tails of the rows. */
  readonly tailTitle?: string;
  readonly groups: readonly MatrixGroup[];
  /** Names of the states, for screen readers and on hover. */
  readonly stateNames: Readonly<Record<CellState, string>>;
  /** Null shows the matrix only. */
  readonly actions: MatrixActions | null;
}) {
  const { label, rowsTitle, columns, tailTitle, groups, stateNames, actions } = props;
  const columnCount = columns.length + (tailTitle === undefined ? 1 : 2);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const visibleGroups = groups.map((group) => (collapsed.has(group.key) ? { ...group, rows: [] } : group));
  const rows = visibleGroups.flatMap((group) => group.rows);
  const matrix = useMatrix(rows, columns, actions);
  const drag = useRowDrag(actions?.onDrop ?? null);
  const { range, table, handlers } = matrix;
  const toggleGroup = (key: string) =>
    setCollapsed((old) =>
      old.has(key) ? new Set([...old].filter((one) => one !== key)) : new Set([...old, key]),
    );
  const drawnCount = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS);
  let index = -1;
  return (
    <div className="matrix-scroll">
      <ul className="plain-list matrix-legend" aria-label={t('Legend')}>
        {STATES.map((state) => (
          <li key={state} data-state={state}>
            {stateNames[state]}
          </li>
        ))}
      </ul>
      <table
        ref={table}
        className="toggle-matrix"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are gone through by arrow keys is a grid
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-readonly={actions === null}
        aria-colcount={columnCount}
        {...handlers}
        {...drag.handlers}
      >
        <thead>
          <tr>
            <th scope="col" data-cell="-1/-1" tabIndex={tabIndexAt(range, -1, -1)}>
              {rowsTitle}
            </th>
            {columns.map((column, position) => (
              <th
                key={column.key}
                scope="col"
                title={column.label}
                data-cell={`-1/${position}`}
                data-selected={isSelectedHead(range, position) || undefined}
                tabIndex={tabIndexAt(range, -1, position)}
              >
                <span>{column.label}</span>
              </th>
            ))}
            {tailTitle === undefined ? null : <th scope="col">{tailTitle}</th>}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody
            key={group.key}
            data-group={group.key}
            data-drop={(drag.target?.row === undefined && drag.target?.group === group.key) || undefined}
          >
            {group.label === undefined ? null : (
              <tr className="matrix-group">
                <th colSpan={columnCount} scope="rowgroup">
                  <button
                    type="button"
                    aria-expanded={!collapsed.has(group.key)}
                    onClick={() => toggleGroup(group.key)}
                  >
                    {collapsed.has(group.key) ? <ChevronRightIcon /> : <ChevronDownIcon />}
                    {group.label}
                    <span className="quiet number">{group.rows.length}</span>
                  </button>
                </th>
              </tr>
            )}
            {collapsed.has(group.key)
              ? null
              : group.rows.map((row) => {
                  index += 1;
                  return index >= drawnCount ? null : (
                    <Row
                      key={row.key}
                      row={row}
                      index={index}
                      columns={columns}
                      stateNames={stateNames}
                      focusColumn={range.focus.row === index ? range.focus.column : null}
                      selection={matrix.selectionOf(index)}
                      drop={drag.target?.row === row.key ? drag.target.side : null}
                      isMovable={actions?.onMove !== undefined}
                    />
                  );
                })}
          </tbody>
        ))}
      </table>
      <span className="visually-hidden" role="status">
        {matrix.message}
      </span>
      {actions === null ? null : (
        <p className="matrix-keys quiet">
          {actions.onMove === undefined
            ? t('Space switches, Shift with arrow keys selects, Ctrl-C and Ctrl-V copy and paste.')
            : t(
                'Space switches, Shift with arrow keys selects, Ctrl-C and Ctrl-V copy and paste, Alt with arrow keys moves.',
              )}
        </p>
      )}
    </div>
  );
}

/** One cell is reached by Tab. */
const tabIndexAt = ({ focus }: MatrixRange, row: number, column: number) =>
  focus.row === row && focus.column === column ? 0 : -1;

const isSelectedHead = ({ anchor, focus }: MatrixRange, column: number) =>
  anchor.row === -1 &&
  focus.row === -1 &&
  Math.min(anchor.column, focus.column) <= column &&
  column <= Math.max(anchor.column, focus.column);

interface RowProps {
  readonly row: MatrixRow;
  readonly index: number;
  readonly columns: readonly MatrixColumn[];
  readonly stateNames: Readonly<Record<CellState, string>>;
  readonly focusColumn: number | null;
  /** First and last selected column, as a text: `0-2`; empty for none. */
  readonly selection: string;
  readonly drop: DropSide | null;
  readonly isMovable: boolean;
}

const Row = memo(function Row(props: RowProps) {
  const { row, index, columns, stateNames, focusColumn, selection, drop, isMovable } = props;
  const [from = -1, to = -1] = selection === '' ? [] : selection.split('-').map(Number);
  return (
    <tr
      draggable={isMovable}
      data-row={row.key}
      data-changed={row.isChanged || undefined}
      data-drop={drop ?? undefined}
    >
      <th
        scope="row"
        data-cell={`${index}/-1`}
        tabIndex={focusColumn === -1 ? 0 : -1}
        aria-keyshortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown Delete' : undefined}
      >
        {row.head}
      </th>
      {columns.map(({ key }, column) => {
        const state = row.cells[column] ?? 'off';
        return (
          <td
            key={key}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is a cell of a grid
            role="gridcell"
            data-cell={`${index}/${column}`}
            data-state={state}
            data-changed={row.changed.includes(column) || undefined}
            aria-label={stateNames[state]}
            aria-selected={from <= column && column <= to}
            tabIndex={focusColumn === column ? 0 : -1}
          />
        );
      })}
      {row.tail === undefined ? null : <td className="matrix-tail">{row.tail}</td>}
    </tr>
  );
});
