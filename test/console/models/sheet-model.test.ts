// Risk: cells are copied, pasted or filled into other places than people see, and a spreadsheet's texts change on the way.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { autoWidth } from '../../../src/console/catalogue/columns/auto-width.ts';
import { parseTsv, toHtml, toTsv } from '../../../src/console/ui/sheet/clipboard.ts';
import { copyRange, planFillDown, planPaste } from '../../../src/console/ui/sheet/paste-and-fill.ts';
import {
  type KeyPress,
  type Selection,
  selectByKey,
  selectCell,
  toRange,
} from '../../../src/console/ui/sheet/selection.ts';
import {
  columnsToRender,
  positionColumns,
  visibleColumnRange,
} from '../../../src/console/ui/sheet/virtual-columns.ts';

const press = (key: string, { shift = false, command = false } = {}): KeyPress => ({
  key,
  shiftKey: shift,
  isCommand: command,
});
const EXTENT = { rows: 10, columns: 4 };
const at = (row: number, column: number) => ({ row, column });

describe('selecting by keys', () => {
  test('moves, extends, and stays inside', () => {
    let selection: Selection = selectCell(at(0, 0));
    const type = (key: KeyPress) => {
      selection = selectByKey(selection, key, EXTENT, 4) ?? selection;
    };
    type(press('ArrowUp'));
    expect(selection).toEqual(selectCell(at(0, 0)));
    type(press('PageDown'));
    type(press('ArrowRight'));
    expect(selection).toEqual(selectCell(at(4, 1)));
    type(press('ArrowDown', { shift: true }));
    type(press('End', { shift: true }));
    expect(toRange(selection)).toEqual({ top: 4, left: 1, bottom: 5, right: 3 });
    type(press('ArrowUp', { shift: true, command: true }));
    expect(toRange(selection)).toEqual({ top: 0, left: 1, bottom: 4, right: 3 });
    type(press('Home', { command: true }));
    expect(selection).toEqual(selectCell(at(0, 0)));
    type(press('a', { command: true }));
    expect(toRange(selection)).toEqual({ top: 0, left: 0, bottom: 9, right: 3 });
    expect(selectByKey(selection, press('x'), EXTENT, 4)).toBeNull();
  });

  test('never leaves the sheet, whatever is pressed', () => {
    const key = fc.record({
      key: fc.constantFrom(
        'ArrowUp',
        'ArrowDown',
        'ArrowLeft',
        'ArrowRight',
        'PageUp',
        'PageDown',
        'Home',
        'End',
      ),
      shiftKey: fc.boolean(),
      isCommand: fc.boolean(),
    });
    const extent = fc.record({
      rows: fc.integer({ min: 1, max: 50 }),
      columns: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 30 }), extent, (keys, size) => {
        let selection = selectCell(at(0, 0));
        for (const one of keys) selection = selectByKey(selection, one, size, 7) ?? selection;
        const { top, left, bottom, right } = toRange(selection);
        expect(top >= 0 && left >= 0 && bottom < size.rows && right < size.columns).toBe(true);
      }),
    );
  });
});

describe('the clipboard', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\t', '\n', '\r', ',', 'ä') });
  const block = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );

  test('gives back what was copied, whatever it is', () => {
    fc.assert(
      fc.property(block, (cells) => {
        expect(parseTsv(toTsv(cells))).toEqual(cells);
      }),
    );
  });

  test('reads what Excel, LibreOffice and plain texts write', () => {
    expect(parseTsv('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(parseTsv('"two\nlines"\t"a ""quoted"" word"')).toEqual([['two\nlines', 'a "quoted" word']]);
    expect(parseTsv('12" tube\n"Open')).toEqual([['12" tube'], ['"Open']]);
    expect(parseTsv('a\nb\tc')).toEqual([
      ['a', ''],
      ['b', 'c'],
    ]);
  });

  test('writes a table in which texts are texts', () => {
    expect(toHtml([['<b>', 'a&b']])).toBe('<table><tr><td>&lt;b&gt;</td><td>a&amp;b</td></tr></table>');
  });
});

describe('pasting and filling', () => {
  const range = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right });

  test('one cell fills all that is selected; a block goes where it fits', () => {
    expect(planPaste([['x']], range(1, 1, 2, 2), EXTENT).cells.length).toBe(4);
    const twice = planPaste([['a'], ['b']], range(0, 0, 3, 0), EXTENT);
    expect(twice.cells.map(({ text }) => text)).toEqual(['a', 'b', 'a', 'b']);
    const once = planPaste([['a'], ['b']], range(0, 0, 2, 0), EXTENT);
    expect(once.cells.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(toRange(once.selection)).toEqual(range(0, 0, 1, 0));
  });

  test('reports what does not fit', () => {
    const paste = planPaste(
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      range(9, 3, 9, 3),
      EXTENT,
    );
    expect(paste).toMatchObject({ cells: [{ row: 9, column: 3, text: 'a' }], dropped: 3 });
  });

  test('fills down from the first selected row, or from the row above', () => {
    const textOf = ({ row, column }: { row: number; column: number }) => `${row}.${column}`;
    expect(planFillDown(range(2, 1, 4, 1), textOf)).toEqual([
      { row: 3, column: 1, text: '2.1' },
      { row: 4, column: 1, text: '2.1' },
    ]);
    expect(planFillDown(range(2, 1, 2, 1), textOf)).toEqual([{ row: 2, column: 1, text: '1.1' }]);
    expect(planFillDown(range(0, 0, 0, 3), textOf)).toEqual([]);
  });

  test('pastes exactly what was copied', () => {
    const corner = fc.record({ row: fc.integer({ min: 0, max: 9 }), column: fc.integer({ min: 0, max: 3 }) });
    const textOf = ({ row, column }: { row: number; column: number }) => `${row}.${column}`;
    fc.assert(
      fc.property(corner, corner, (active, end) => {
        const copied = toRange({ active, rangeEnd: end });
        const block = parseTsv(toTsv(copyRange(copied, textOf)));
        const { cells } = planPaste(block, copied, EXTENT);
        expect(cells.every((cell) => cell.text === textOf(cell))).toBe(true);
      }),
    );
  });
});

describe('columns that are drawn', () => {
  test('are the pinned ones, all in view, and those named, each where it would be among all', () => {
    const widths = fc.array(fc.integer({ min: 64, max: 640 }), { minLength: 1, maxLength: 60 });
    const view = fc.record({ start: fc.nat(20_000), width: fc.integer({ min: 200, max: 3_000 }) });
    fc.assert(
      fc.property(widths, fc.nat(3), view, fc.nat(59), (all, pinned, { start, width }, named) => {
        const columns = positionColumns(
          all.map((one, index) => ({ key: `${index}`, title: '', width: one, isPinned: index < pinned })),
          36,
          20_000,
        );
        const drawn = columnsToRender(columns, visibleColumnRange(columns, start, start + width), [named]);
        const positions = drawn.map(({ column }) => column.position);
        const covered = columns[pinned]?.offset ?? 36;
        const wanted = columns.filter(
          ({ offset, width: own, position }) =>
            position < pinned ||
            position === named ||
            (offset < start + width && offset + own > start + covered),
        );
        for (const { position } of wanted) expect(positions).toContain(position);
        // The widths and gaps before a column are its distance from the start.
        let at = 36;
        for (const { column, gap } of drawn) {
          expect(at + gap).toBe(column.offset);
          at = column.offset + column.width;
        }
      }),
    );
  });

  test('are few of many', () => {
    const columns = positionColumns(
      Array.from({ length: 50 }, (_, index) => ({
        key: `${index}`,
        title: '',
        width: 140,
        isPinned: index < 2,
      })),
      36,
      400,
    );
    expect(visibleColumnRange(columns, 0, 1_000)).toEqual({ left: 2, right: 9 });
    expect(visibleColumnRange(columns, 2_800, 3_800)).toEqual({ left: 20, right: 29 });
    expect(visibleColumnRange(columns, 6_100, 7_100)).toEqual({ left: 43, right: 50 });
    expect(columns.map(({ pinned }) => pinned).slice(0, 3)).toEqual(['inside', 'last', undefined]);
    const narrow = positionColumns(columns, 36, 300);
    expect(narrow.map(({ pinned }) => pinned).slice(0, 3)).toEqual(['last', undefined, undefined]);
  });
});

test('a column is as wide as its title and cells need, texts up to a limit', () => {
  const measure = (text: string, size: number) => text.length * (size / 2);
  const column = {
    title: ['GTIN'],
    isSorted: false,
    texts: ['x'],
    beside: 0,
    weight: 400,
    most: 120,
  } as const;
  expect(autoWidth(column, measure)).toBe(56);
  expect(autoWidth({ ...column, texts: ['x'.repeat(10)] }, measure)).toBe(65 + 17);
  expect(autoWidth({ ...column, texts: ['x'.repeat(90)], beside: 40 }, measure)).toBe(120);
  expect(autoWidth({ ...column, title: ['List price', 'EUR'], isSorted: true }, measure)).toBe(
    60 + 6 + 18 + 28 + 17,
  );
});
