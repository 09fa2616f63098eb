// Risk: a key or a paste switches other cells of a matrix than those that are selected.
import { describe, expect, test } from 'vitest';
import {
  cellsOf,
  copyCells,
  type MatrixRange,
  nextPosition,
  pasteCells,
  toggleCells,
} from '../../../src/console/ui/matrix/matrix-model.ts';

const SIZE = { rows: 3, columns: 2 };
const range = (from: readonly [number, number], to: readonly [number, number] = from): MatrixRange => ({
  anchor: { row: from[0], column: from[1] },
  focus: { row: to[0], column: to[1] },
});
/** Cells that are on: the diagonal. */
const isOn = ({ row, column }: { readonly row: number; readonly column: number }) => row === column;

describe('a matrix', () => {
  test.each([
    ['ArrowUp', false, [1, 1], [0, 1]],
    ['ArrowUp', false, [0, 1], [-1, 1]],
    ['ArrowUp', false, [-1, 1], [-1, 1]],
    ['ArrowUp', true, [2, 1], [0, 1]],
    ['ArrowDown', false, [2, 0], [2, 0]],
    ['ArrowLeft', false, [1, 0], [1, -1]],
    ['ArrowRight', false, [1, 1], [1, 1]],
    ['PageDown', false, [0, 0], [2, 0]],
    ['PageUp', false, [2, 0], [0, 0]],
    ['Home', false, [2, 1], [2, 0]],
    ['End', true, [0, 0], [2, 1]],
  ] as const)('%s (with Ctrl: %s) leads from %s to %s', (key, isFar, [row, column], [toRow, toColumn]) => {
    expect(nextPosition({ row, column }, key, isFar, SIZE)).toEqual({ row: toRow, column: toColumn });
  });

  test('leaves other keys alone', () => {
    expect(nextPosition({ row: 0, column: 0 }, 'x', false, SIZE)).toBeNull();
  });

  test('has the cells between two corners, of the head of a column all of it, of the head of a row none', () => {
    expect(cellsOf(range([2, 1], [1, 0]), SIZE)).toEqual([
      { row: 1, column: 0 },
      { row: 1, column: 1 },
      { row: 2, column: 0 },
      { row: 2, column: 1 },
    ]);
    expect(cellsOf(range([-1, 1]), SIZE)).toEqual([0, 1, 2].map((row) => ({ row, column: 1 })));
    expect(cellsOf(range([1, -1]), SIZE)).toEqual([]);
  });

  test('switches the selected cells on if one is off, otherwise off', () => {
    expect(toggleCells(cellsOf(range([0, 0], [1, 1]), SIZE), isOn)).toEqual([
      { row: 0, column: 1, isOn: true },
      { row: 1, column: 0, isOn: true },
    ]);
    expect(toggleCells(cellsOf(range([1, 1]), SIZE), isOn)).toEqual([{ row: 1, column: 1, isOn: false }]);
  });

  test('copies cells as text, which pastes the same cells', () => {
    const text = copyCells(range([0, 0], [1, 1]), SIZE, isOn);
    expect(text).toBe('1\t0\n0\t1');
    expect(pasteCells(text, range([1, 0]), SIZE)).toEqual([
      { row: 1, column: 0, isOn: true },
      { row: 1, column: 1, isOn: false },
      { row: 2, column: 0, isOn: false },
      { row: 2, column: 1, isOn: true },
    ]);
  });

  test('fills the selection with one cell, and takes words for yes and no', () => {
    expect(pasteCells('ja\r\n', range([0, 1], [2, 1]), SIZE)).toEqual(
      [0, 1, 2].map((row) => ({ row, column: 1, isOn: true })),
    );
    expect(pasteCells('perhaps\tFAUX', range([0, 0]), SIZE)).toEqual([{ row: 0, column: 1, isOn: false }]);
  });

  test('pastes nothing beyond its edges', () => {
    expect(pasteCells('1\t1\n1\t1', range([2, 1]), SIZE)).toEqual([{ row: 2, column: 1, isOn: true }]);
  });
});
