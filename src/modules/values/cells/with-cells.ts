import type { JsonValue } from '../../../kernel/json.ts';
import {
  type Cell,
  cellsOf,
  compareCells,
  compareCodes,
  createCell,
  emptyValues,
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
export function replaceCells(values: Values, placedValues: readonly PlacedValue[]): Values {
  if (placedValues.length === 0) return values;
  const byAttribute = Map.groupBy(placedValues, ({ path }) => path.slice(PREFIX.length));
  const mergedValues = emptyValues();
  for (const code of [...new Set([...Object.keys(values), ...byAttribute.keys()])].sort(compareCodes)) {
    const cells = replaced(cellsOf(values, code), byAttribute.get(code) ?? []);
    if (cells.length > 0) mergedValues[code] = cells;
  }
  return mergedValues;
}

function replaced(cells: readonly Cell[], placedValues: readonly PlacedValue[]): readonly Cell[] {
  if (placedValues.length === 0) return cells;
  const isReplaced = (cell: Cell) =>
    placedValues.some(
      ({ channel, locale }) => channel === (cell.channel ?? null) && locale === (cell.locale ?? null),
    );
  const remainingCells = cells.filter((cell) => !isReplaced(cell));
  const set = placedValues.filter(({ value }) => value !== null);
  return [
    ...remainingCells,
    ...set.map(({ channel, locale, value }) => createCell(channel, locale, value)),
  ].sort(compareCells);
}

/** Returns values by their paths, in the terms of changes. */
export const cellsByPath = (values: Values): readonly PlacedValue[] =>
  Object.entries(values).flatMap(([code, cells]) =>
    cells.map(({ channel = null, locale = null, value }) => ({
      path: `${PREFIX}${code}`,
      channel,
      locale,
      value,
    })),
  );
