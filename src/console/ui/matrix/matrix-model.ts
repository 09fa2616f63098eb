/** Position of a cell; -1 is the head of a row or of a column. */
export interface MatrixPosition {
  readonly row: number;
  readonly column: number;
}

/** Selected cells: those between two corners. */
export interface MatrixRange {
  readonly anchor: MatrixPosition;
  readonly focus: MatrixPosition;
}

/** Number of rows and columns, without heads. */
export interface MatrixSize {
  readonly rows: number;
  readonly columns: number;
}

/** A cell that is switched on or off. */
export interface CellChange extends MatrixPosition {
  readonly isOn: boolean;
}

/** Rows that Page Up and Page Down pass. */
const PAGE_ROWS = 10;

/**
 * Returns the position that a key leads to; null for keys that lead nowhere.
 *
 * @param isFar true with Ctrl: Home and End go to the first and last row, too
 */
export function nextPosition(
  { row, column }: MatrixPosition,
  key: string,
  isFar: boolean,
  { rows, columns }: MatrixSize,
): MatrixPosition | null {
  const lastRow = rows - 1;
  const lastColumn = columns - 1;
  const limit = (position: MatrixPosition): MatrixPosition => ({
    row: Math.max(-1, Math.min(lastRow, position.row)),
    column: Math.max(-1, Math.min(lastColumn, position.column)),
  });
  switch (key) {
    case 'ArrowUp':
      return limit({ row: isFar ? 0 : row - 1, column });
    case 'ArrowDown':
      return limit({ row: isFar ? lastRow : row + 1, column });
    case 'ArrowLeft':
      return limit({ row, column: isFar ? 0 : column - 1 });
    case 'ArrowRight':
      return limit({ row, column: isFar ? lastColumn : column + 1 });
    case 'PageUp':
      return limit({ row: Math.max(0, row - PAGE_ROWS), column });
    case 'PageDown':
      return limit({ row: row + PAGE_ROWS, column });
    case 'Home':
      return limit({ row: isFar ? 0 : row, column: 0 });
    case 'End':
      return limit({ row: isFar ? lastRow : row, column: lastColumn });
    default:
      return null;
  }
}

const span = (one: number, other: number, last: number): readonly [number, number] => {
  const [from, to] = one < other ? [one, other] : [other, one];
  return [Math.max(0, from), Math.min(last, to)];
};

/** Returns the first and last row and column of a range; the head of a column stands for all of its cells. */
export function boundsOf({ anchor, focus }: MatrixRange, { rows, columns }: MatrixSize) {
  const isHead = focus.row === -1 && anchor.row === -1;
  const [firstRow, lastRow] = isHead ? [0, rows - 1] : span(anchor.row, focus.row, rows - 1);
  const [firstColumn, lastColumn] = span(anchor.column, focus.column, columns - 1);
  return { firstRow, lastRow, firstColumn, lastColumn };
}

/** Returns the cells of a range, row by row. The head of a row has none. */
export function cellsOf(range: MatrixRange, size: MatrixSize): readonly MatrixPosition[] {
  if (range.focus.column === -1 && range.anchor.column === -1) return [];
  const { firstRow, lastRow, firstColumn, lastColumn } = boundsOf(range, size);
  const cells: MatrixPosition[] = [];
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let column = firstColumn; column <= lastColumn; column += 1) cells.push({ row, column });
  return cells;
}

/** Switches cells: on if one of them is off, otherwise off. */
export function toggleCells(
  cells: readonly MatrixPosition[],
  isOn: (cell: MatrixPosition) => boolean,
): readonly CellChange[] {
  const becomesOn = !cells.every(isOn);
  return cells.filter((cell) => isOn(cell) !== becomesOn).map((cell) => ({ ...cell, isOn: becomesOn }));
}

/** Returns cells as spreadsheets take them: 1 and 0, with tabs and line breaks between them. */
export function copyCells(
  range: MatrixRange,
  size: MatrixSize,
  isOn: (cell: MatrixPosition) => boolean,
): string {
  const rows = Map.groupBy(cellsOf(range, size), ({ row }) => row);
  return [...rows.values()]
    .map((cells) => cells.map((cell) => (isOn(cell) ? '1' : '0')).join('\t'))
    .join('\n');
}

const ON = /^(1|x|✓|●|y|yes|ja|oui|true|wahr|vrai)$/i;
const OFF = /^(0|-|–|·|n|no|nein|non|false|falsch|faux|)$/i;

/**
 * Returns the changes of a paste: text of one cell fills the selection, a block is repeated where it fits, and is
 * otherwise pasted from the first selected cell on. Cells with another text than yes or no stay.
 */
export function pasteCells(text: string, range: MatrixRange, size: MatrixSize): readonly CellChange[] {
  const block = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  const selected = cellsOf(range, size);
  const [first] = selected;
  if (first === undefined) return [];
  const { lastRow, lastColumn } = boundsOf(range, size);
  const height = block.length;
  const width = Math.max(...block.map((line) => line.length));
  const repeats = (selectedCount: number, count: number) =>
    selectedCount % count === 0 ? selectedCount : count;
  const rows = repeats(lastRow - first.row + 1, height);
  const columns = repeats(lastColumn - first.column + 1, width);
  const changes: CellChange[] = [];
  for (let row = 0; row < rows && first.row + row < size.rows; row += 1) {
    for (let column = 0; column < columns && first.column + column < size.columns; column += 1) {
      const cell = block[row % height]?.[column % width] ?? '';
      if (ON.test(cell) || OFF.test(cell))
        changes.push({ row: first.row + row, column: first.column + column, isOn: ON.test(cell) });
    }
  }
  return changes;
}
