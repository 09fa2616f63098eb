import type { JsonValue } from '../../../kernel/json.ts';
import {
  type Cell,
  cellsOf,
  compareCells,
  compareCodes,
  emptyValues,
  findCell,
  type ValueSource,
  type Values,
} from './cells.ts';

/** A cell as it is returned; own cells carry no source. */
export interface ResolvedCell extends Cell {
  readonly source?: ValueSource;
}

/** The effective values of a product, in the same order and form as its own. */
export type ResolvedValues = Readonly<Record<string, readonly ResolvedCell[]>>;

/**
 * Returns the own cells of a product and, for every scope it leaves empty, the cell of its nearest ancestor that has
 * one, marked `inherited`. Without ancestors the own values come back as they are, the very object.
 * @param ancestors nearest first
 */
export function resolveValues(own: Values, ancestors: readonly Values[]): ResolvedValues {
  if (ancestors.length === 0) return own;
  const codes = new Set(Object.keys(own));
  for (const ancestor of ancestors) for (const code of Object.keys(ancestor)) codes.add(code);
  const resolved = emptyValues<ResolvedCell>();
  for (const code of [...codes].sort(compareCodes)) {
    resolved[code] = resolveCells(code, cellsOf(own, code), ancestors);
  }
  return resolved;
}

function resolveCells(
  code: string,
  own: readonly Cell[],
  ancestors: readonly Values[],
): readonly ResolvedCell[] {
  let cells: readonly ResolvedCell[] = own;
  for (const ancestor of ancestors) {
    const missing = cellsOf(ancestor, code).filter(
      ({ channel = null, locale = null }) => findCell(cells, channel, locale) === undefined,
    );
    if (missing.length > 0) cells = [...cells, ...missing.map(inherited)];
  }
  return cells === own ? own : [...cells].sort(compareCells);
}

function inherited(cell: Cell): ResolvedCell {
  return { ...cell, source: 'inherited' };
}

/** Requested cell of an attribute. */
export interface CellQuery {
  readonly channel: string | null;
  readonly locale: string | null;
  /** Returns the locale that stands in for another one; absent: no locale stands in. */
  readonly fallbackOf?: (locale: string) => string | null;
}

/** One answered value; `locale` is where it was found. */
export interface EffectiveValue {
  readonly value: JsonValue;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly source: ValueSource;
}

/** Fields of an attribute that locate its cells. */
type CellScope = { readonly code: string; readonly localizable: boolean; readonly scopable: boolean };

/**
 * Returns the value of an attribute for a channel and a locale, as far as its cells have them: a value that is the same
 * everywhere is found for any channel and locale. Follows the chain of fallback locales when `fallbackOf` is given.
 */
export function findValue(
  values: ResolvedValues,
  attribute: CellScope,
  query: CellQuery,
): EffectiveValue | undefined {
  const cells: readonly ResolvedCell[] = cellsOf(values, attribute.code);
  if (cells.length === 0) return undefined;
  const channel = attribute.scopable ? query.channel : null;
  const requestedLocale = attribute.localizable ? query.locale : null;
  const visited = new Set<string>();
  for (let locale = requestedLocale; ; ) {
    const cell = findCell(cells, channel, locale);
    if (cell !== undefined) {
      const source = locale === requestedLocale ? (cell.source ?? 'own') : 'fallback';
      return { value: cell.value, channel, locale, source };
    }
    if (locale === null) return undefined;
    visited.add(locale);
    locale = query.fallbackOf?.(locale) ?? null;
    // A chain that comes back to itself has been walked once; it holds nothing.
    if (locale === null || visited.has(locale)) return undefined;
  }
}
