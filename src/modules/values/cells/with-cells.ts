import type { JsonValue } from '../../../kernel/json.ts';
import {
  type Cell,
  cellsOf,
  compareCells,
  compareCodes,
  emptyValues,
  makeCell,
  type Values,
} from './cells.ts';

const PREFIX = 'values.';

/** A value of a place in the terms of changes: `values.name`; null for none. */
interface PlacedValue {
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value: JsonValue;
}

/** Returns values with those of some paths replaced, each path once; nothing is checked. */
export function withCells(values: Values, placed: readonly PlacedValue[]): Values {
  if (placed.length === 0) return values;
  const byAttribute = Map.groupBy(placed, ({ path }) => path.slice(PREFIX.length));
  const made = emptyValues();
  for (const code of [...new Set([...Object.keys(values), ...byAttribute.keys()])].sort(compareCodes)) {
    const cells = replaced(cellsOf(values, code), byAttribute.get(code) ?? []);
    if (cells.length > 0) made[code] = cells;
  }
  return made;
}

function replaced(cells: readonly Cell[], placed: readonly PlacedValue[]): readonly Cell[] {
  if (placed.length === 0) return cells;
  const isReplaced = (cell: Cell) =>
    placed.some(
      ({ channel, locale }) => channel === (cell.channel ?? null) && locale === (cell.locale ?? null),
    );
  const kept = cells.filter((cell) => !isReplaced(cell));
  const set = placed.filter(({ value }) => value !== null);
  return [...kept, ...set.map(({ channel, locale, value }) => makeCell(channel, locale, value))].sort(
    compareCells,
  );
}

/** Returns values by their paths, in the terms of changes. */
export const placedCells = (values: Values): readonly PlacedValue[] =>
  Object.entries(values).flatMap(([code, cells]) =>
    cells.map(({ channel = null, locale = null, value }) => ({
      path: `${PREFIX}${code}`,
      channel,
      locale,
      value,
    })),
  );
