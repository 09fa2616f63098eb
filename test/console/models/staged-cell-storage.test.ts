// Risk: cells that were staged are gone after a closed tab, or come back to another person, view or attribute.
import { expect, test } from 'vitest';
import { parseColumns } from '../../../src/console/catalogue/columns/column-spec.ts';
import { resolveColumn } from '../../../src/console/catalogue/columns/grid-column.ts';
import {
  type CellStorage,
  readStagedCells,
  storeStagedCells,
} from '../../../src/console/catalogue/grid/edits/staged-cell-storage.ts';
import {
  markRejected,
  type StagedCell,
  type StagedCells,
  stage,
  unstage,
} from '../../../src/console/catalogue/grid/edits/staged-cells.ts';
import {
  redoStaging,
  toStagingStep,
  undoStaging,
} from '../../../src/console/catalogue/grid/edits/staging-history.ts';
import { GRID_CHANNEL_LOCALE, GRID_SCHEMA } from './grid-fixtures.ts';

function storage(): CellStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
const owner = { userId: 'U', organizationId: 'O', view: null };
const columns = parseColumns('title,list_price').flatMap(
  (address) => resolveColumn(address, GRID_SCHEMA, GRID_CHANNEL_LOCALE) ?? [],
);
const cellOf = (rowId: string, index: number, text: string): StagedCell => {
  const column = columns[index];
  if (column === undefined) throw new Error(`no column ${index}`);
  return { rowId, code: rowId, column, text, value: text, before: 'null', version: 1, reason: null };
};
const none = new Map();
const textsOf = (cells: ReadonlyMap<string, StagedCell>) => [...cells.values()].map(({ text }) => text);

test('staged cells come back as they were, to the same person, organization and view only', () => {
  const kept = storage();
  const first = stage(none, [
    cellOf('A', 0, 'Alpha'),
    { ...cellOf('A', 1, 'x'), value: undefined, reason: 'no number' },
  ]);
  storeStagedCells(kept, owner, none, first);
  const back = readStagedCells(kept, owner, GRID_SCHEMA, 'gone');
  expect([...back.keys()]).toEqual([...first.keys()]);
  expect([...back.values()].map(({ text, reason }) => [text, reason])).toEqual([
    ['Alpha', null],
    ['x', 'no number'],
  ]);
  expect([...back.values()][0]?.column.cell).toEqual(columns[0]?.cell);
  for (const other of [
    { ...owner, userId: 'V' },
    { ...owner, organizationId: 'P' },
    { ...owner, view: 'W' },
  ])
    expect(readStagedCells(kept, other, GRID_SCHEMA, 'gone').size).toBe(0);
});

test('cells of release 0.3.0 come back, and can be discarded', () => {
  const stored = storage();
  const column = { code: 'title', title: 'Title', channel: null, locale: null, currency: null };
  const old = {
    productId: 'A',
    sku: 'LO-1',
    column,
    text: 'Alpha',
    value: 'Alpha',
    before: 'null',
    version: 1,
  };
  const key = 'catalograph-staged U O ';
  stored.setItem(key, JSON.stringify({ 'A title   ': { ...old, reason: null } }));
  const cells = readStagedCells(stored, owner, GRID_SCHEMA, 'gone');
  expect([...cells.values()]).toMatchObject([{ rowId: 'A', code: 'LO-1', text: 'Alpha' }]);
  storeStagedCells(stored, owner, cells, none);
  expect(stored.getItem(key)).toBeNull();
});

test('two windows keep their cells beside each other, and what is saved or discarded is forgotten', () => {
  const kept = storage();
  const [mine, theirs] = [cellOf('A', 0, 'mine'), cellOf('B', 0, 'theirs')];
  const staged = stage(none, [mine]);
  storeStagedCells(kept, owner, none, staged);
  storeStagedCells(kept, owner, none, stage(none, [theirs]));
  expect(textsOf(readStagedCells(kept, owner, GRID_SCHEMA, 'gone'))).toEqual(['mine', 'theirs']);
  storeStagedCells(kept, owner, staged, unstage(staged, [mine]));
  expect(textsOf(readStagedCells(kept, owner, GRID_SCHEMA, 'gone'))).toEqual(['theirs']);
});

test('a cell of an attribute that was deleted says so, and keeps its text; what is broken is nothing', () => {
  const kept = storage();
  storeStagedCells(kept, owner, none, stage(none, [cellOf('A', 0, 'Alpha')]));
  const model = { ...GRID_SCHEMA, attributes: [] };
  const [cell] = readStagedCells(kept, owner, model, 'gone').values();
  expect(cell).toMatchObject({ text: 'Alpha', reason: 'gone', column: { title: 'title', cell: null } });
  expect(readStagedCells({ ...kept, getItem: () => '{"a":' }, owner, GRID_SCHEMA, 'gone').size).toBe(0);
});

test('what is staged is taken back step by step, without what was saved since, and put back', () => {
  const [paste, over] = [
    [cellOf('A', 0, 'one'), cellOf('B', 0, 'two'), cellOf('C', 0, 'three')],
    [cellOf('B', 0, 'four')],
  ];
  const pasted = stage(none, paste);
  const steps = [toStagingStep(none, paste), toStagingStep(pasted, over)];
  const both = markRejected(stage(pasted, over), [{ cell: over[0] as StagedCell, reason: 'no' }]);
  const first = undoStaging(both, steps);
  expect(textsOf(first?.staged ?? none)).toEqual(['one', 'two', 'three']);
  expect(textsOf(redoStaging(first?.staged ?? none, first?.step ?? []))).toEqual(['one', 'four', 'three']);
  const afterSave = unstage(first?.staged ?? none, paste.slice(0, 1));
  const second = undoStaging(afterSave, first?.steps ?? []);
  expect([second?.staged.size, second?.step.length, second?.steps]).toEqual([0, 2, []]);
  expect(undoStaging(none, steps)).toBe(null);
});

test('cells that were kept from before are taken back last, together', () => {
  const kept: StagedCells = stage(none, [cellOf('A', 0, 'one'), cellOf('B', 0, 'two')]);
  const typed = [cellOf('C', 0, 'three')];
  const taken = undoStaging(stage(kept, typed), [toStagingStep(kept, typed)]);
  expect(textsOf(taken?.staged ?? none)).toEqual(['one', 'two']);
  expect(undoStaging(kept, [])?.step.length).toBe(2);
});
