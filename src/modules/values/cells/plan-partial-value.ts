import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { type AttributeDefinition, isMeasurement, pricesOf, valuesEqual } from '../../attribute/index.ts';
import { resolveCellScope } from './cell-scope.ts';
import { type Cell, type CellAssignment, cellsOf, findCell, NO_VALUES } from './cells.ts';
import { type PlannedCell, planCell } from './plan-cell.ts';
import type { ValueContext } from './value-context.ts';

/**
 * Checks one assignment of a part of a value and completes it from the value that the product has or inherits: prices
 * of other currencies stay, and an amount without unit keeps the unit. A price without amount is removed.
 */
export function planPartialValue(
  write: CellAssignment,
  attribute: AttributeDefinition,
  cells: readonly Cell[],
  context: ValueContext,
  problems: FieldProblem[],
): PlannedCell | null {
  const { channel, locale } = resolveCellScope(write, context);
  const stored = findCell(cells, channel, locale);
  const visibleCell =
    stored ?? findCell(cellsOf(context.inherited ?? NO_VALUES, attribute.code), channel, locale);
  if (attribute.type === 'measurement') {
    const value = withUnit(write.value, visibleCell?.value);
    return planCell({ ...write, value }, attribute, cells, context, problems);
  }
  if (attribute.type !== 'price' || !isJsonArray(write.value))
    return planCell(write, attribute, cells, context, problems);

  const isStored = (currency: string | null) =>
    pricesOf(stored?.value ?? null).some((price) => price.currency === currency);
  // A stored value can always be removed, also in a currency that is no longer enabled.
  const checked = write.value.filter(
    (price) => !(isRemoval(price) && Object.keys(price).length === 2 && isStored(currencyOf(price.currency))),
  );
  const planned =
    checked.length === 0
      ? { channel, locale, value: null, stored }
      : planCell({ ...write, value: checked }, attribute, cells, context, problems);
  if (planned === null) return null;
  const writtenCurrencies = new Set(
    write.value.map((price) => isJsonObject(price) && currencyOf(price.currency)),
  );
  const removedCurrencies = stored === undefined ? (write.withoutCurrencies ?? []) : [];
  const keptOf = (cell: Cell | undefined) =>
    pricesOf(cell?.value ?? null).filter(
      ({ currency }) => !writtenCurrencies.has(currency) && !removedCurrencies.includes(currency),
    );
  if (write.value.every(isRemoval)) {
    const remainingPrices = keptOf(stored);
    const isSame = remainingPrices.length === pricesOf(stored?.value ?? null).length;
    return { channel, locale, stored, value: isSame ? (stored?.value ?? null) : orNull(remainingPrices) };
  }
  const prices = [...keptOf(visibleCell), ...pricesOf(planned.value)];
  const value = orNull(prices.sort((a, b) => (a.currency < b.currency ? -1 : 1)));
  const isSame = stored !== undefined && value !== null && valuesEqual(attribute, value, stored.value);
  return { ...planned, value: isSame ? stored.value : value };
}

const isRemoval = (price: JsonValue): price is JsonObject =>
  isJsonObject(price) && (price.amount === null || price.amount === '');

const currencyOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value.toUpperCase() : null);

const orNull = (prices: readonly { readonly amount: string; readonly currency: string }[]): JsonValue =>
  prices.length === 0 ? null : prices.map(({ amount, currency }) => ({ amount, currency }));

function withUnit(value: JsonValue, visibleValue: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value) || value.unit !== undefined) return value;
  return visibleValue !== undefined && isMeasurement(visibleValue)
    ? { ...value, unit: visibleValue.unit }
    : value;
}
