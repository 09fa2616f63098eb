import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest } from '../../../kernel/suggestion.ts';
import { normalizeName, scopeTerms } from '../columns/column-terms.ts';
import type { PatternContext } from '../columns/expand-mapping.ts';
import type { RowCells } from '../source-row.ts';

/** Returns the name of a scope: `de_DE`, `de_DE print`. */
export const scopeName = (locale: string | null, channel: string | null): string =>
  [locale, channel].filter((part) => part !== null).join(' ');

/** The code of a locale or channel, null without such a column; or the problem of the cell. */
type ScopeReading = { readonly code: string | null } | { readonly problem: FieldProblem };

/** Returns the reader of the scope that a row names; see `ScopePlan`. */
export function createScopeReader(
  columns: readonly string[],
  {
    localePosition,
    channelPosition,
    scopedPositions,
    mergedPositions,
  }: {
    readonly localePosition: number;
    readonly channelPosition: number;
    readonly scopedPositions: ReadonlySet<number>;
    /** Positions of columns that only rows have that were merged before. */
    readonly mergedPositions: readonly number[];
  },
  context: PatternContext,
): (row: RowCells) => { readonly name: string } | { readonly problem: FieldProblem } | null {
  const terms = scopeTerms(context);
  const read = (position: number, row: RowCells, kind: 'locale' | 'channel'): ScopeReading => {
    if (position === -1) return { code: null };
    const text = (row[position] ?? '').trim();
    const term = terms.get(normalizeName(text));
    const [locale, ...others] = term?.locales ?? [];
    const code = kind === 'channel' ? (term?.channel ?? undefined) : others.length === 0 ? locale : undefined;
    if (code !== undefined && code !== null) return { code };
    const valid =
      kind === 'locale'
        ? [...context.locales.values()]
        : [...context.channels.values()].map((one) => one.code);
    const suggestions = others.length > 0 ? (term?.locales ?? []) : suggest(text, valid);
    return { problem: scopeProblem(columns[position] ?? '', text, suggestions) };
  };
  const scopePositions = [localePosition, channelPosition].filter((position) => position !== -1);
  const isEmpty = (row: RowCells, position: number) => (row[position] ?? '').trim() === '';
  return (row) => {
    if (mergedPositions.some((position) => !isEmpty(row, position))) return null;
    const needsNone =
      scopePositions.every((position) => isEmpty(row, position)) &&
      [...scopedPositions].every((position) => isEmpty(row, position));
    if (needsNone) return null;
    const locale = read(localePosition, row, 'locale');
    if ('problem' in locale) return locale;
    const channel = read(channelPosition, row, 'channel');
    return 'problem' in channel ? channel : { name: scopeName(locale.code, channel.code) };
  };
}

/** Returns the problem of a cell that names no locale or channel. */
const scopeProblem = (column: string, value: string, suggestions: readonly string[]): FieldProblem =>
  value === ''
    ? fieldProblem('required', ['columns', column], localized('row-without-scope', { column }))
    : fieldProblem(
        'value-not-allowed',
        ['columns', column],
        localized('row-scope-unknown', { column, value }),
        {
          value,
          suggestions,
        },
      );
