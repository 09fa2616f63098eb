import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest } from '../../../kernel/suggestion.ts';
import { normalizeName, scopeTerms } from '../columns/column-terms.ts';
import type { PatternContext } from '../columns/expand-mapping.ts';
import { FILE_FORMATS, type FileResource } from '../columns/file-format.ts';
import type { FileOptions } from '../columns/file-options.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';
import { resolveColumn } from '../columns/resolve-column.ts';

/** The column with the rows of the file that a merged row comes from: `de_DE=4; fr_FR=5`. Imports ignore it. */
export const ROWS_COLUMN = '_rows';

/** Columns of rows that give one object in several locales or channels. */
export interface ScopePlan {
  /** The columns of the file, then those of each scope: `Title (de_DE)`. */
  readonly columns: readonly string[];
  readonly mapping: readonly ColumnMapping[];
  /** Position of the column with the rows of the file. */
  readonly rowsPosition: number;
  /** Returns the scope that a row names; null for a row that needs none. */
  scopeOf(row: readonly string[]): { readonly name: string } | { readonly problem: FieldProblem } | null;
  /** Returns the texts by which rows are about one object; empty if it names none. */
  keyOf(row: readonly string[]): string;
  /** Returns the position in the merged row of each cell of a row in a scope; -1 for a cell that is left out. */
  positionsOf(scope: string): readonly number[];
}

interface Scope {
  readonly name: string;
  readonly locale: string | null;
  readonly channel: string | null;
}

/** Plans the columns for a column of locales, of channels, or both; null if the file has neither. */
export function planScopes(
  fileColumns: readonly string[],
  mapping: readonly ColumnMapping[],
  { localeColumn, channelColumn }: Pick<FileOptions, 'localeColumn' | 'channelColumn'>,
  resource: FileResource,
  context: PatternContext,
): ScopePlan | null {
  const positionOf = (name: string | null) =>
    name === null ? -1 : fileColumns.findIndex((column) => column.toLowerCase() === name.toLowerCase());
  const localePosition = positionOf(localeColumn);
  const channelPosition = positionOf(channelColumn);
  if (localePosition === -1 && channelPosition === -1) return null;
  const scopes = scopesOf(localePosition !== -1, channelPosition !== -1, context);
  const columns = [...fileColumns];
  const positions = new Map<string, number>();
  const positionIn = (name: string) => {
    const present = columns.indexOf(name);
    return present === -1 ? columns.push(name) - 1 : present;
  };
  const entries: ColumnMapping[] = [];
  const scoped = new Set<number>();
  for (const [position, column] of fileColumns.entries()) {
    if (position === localePosition || position === channelPosition || column === '') continue;
    const own = mapping.filter((entry) => entry.column.toLowerCase() === column.toLowerCase());
    for (const entry of own.length === 0 ? [{ column }] : own) {
      const variants = scopes.flatMap((scope) => completeTarget(entry, scope, resource, context) ?? []);
      if (variants.length === 0) continue;
      scoped.add(position);
      for (const { scope, target } of variants) {
        const name = `${column} (${scope.name})`;
        positions.set(`${position} ${scope.name}`, positionIn(name));
        entries.push({ ...entry, column: name, target });
      }
    }
  }
  const rest = mapping.filter(({ column }) => !scoped.has(positionOf(column)));
  const ignored = [localePosition, channelPosition, ...scoped].flatMap(
    (position) => fileColumns[position] ?? [],
  );
  const rowsPosition = positionIn(ROWS_COLUMN);
  const positionsByScope = new Map(
    scopes.map(({ name }) => [
      name,
      fileColumns.map((_, position) =>
        scoped.has(position) ? (positions.get(`${position} ${name}`) ?? -1) : position,
      ),
    ]),
  );
  const keys = keyPositions(fileColumns, mapping, resource, context);
  return {
    columns,
    mapping: [...rest, ...entries, ...ignored.map((column) => ({ column, target: null }))],
    rowsPosition,
    scopeOf: createScopeReader(fileColumns, { localePosition, channelPosition, scoped }, context),
    keyOf: (row) =>
      keys
        .map((position) => foldKey((row[position] ?? '').trim()))
        .join('\n')
        .trim(),
    positionsOf: (scope) => positionsByScope.get(scope) ?? [],
  };
}

function scopesOf(hasLocale: boolean, hasChannel: boolean, { locales, channels }: PatternContext): Scope[] {
  const localeCodes = hasLocale ? [...locales.values()] : [null];
  const channelCodes = hasChannel ? [...channels.values()].map(({ code }) => code) : [null];
  return localeCodes.flatMap((locale) =>
    channelCodes.map((channel) => ({ locale, channel, name: nameOf(locale, channel) })),
  );
}

const nameOf = (locale: string | null, channel: string | null) =>
  [locale, channel].filter((part) => part !== null).join(' ');

/** Returns the target of a column in a scope, where the scope makes a value of it; null where it has none or is complete. */
function completeTarget(
  { column, target }: ColumnMapping,
  scope: Scope,
  resource: FileResource,
  context: PatternContext,
): { readonly scope: Scope; readonly target: string } | null {
  if (target === null) return null;
  const name = target ?? column;
  const segments = [scope.locale, scope.channel].filter((part) => part !== null);
  const field = FILE_FORMATS[resource].fields.find(({ keyed }) => keyed?.column === foldKey(name));
  const isComplete = field === undefined && !('reason' in resolveColumn(name, resource, context));
  if (isComplete) return null;
  // A value per locale alone needs no channel, even if the file has a column of channels.
  const candidates = [segments, segments.slice(0, 1), segments.slice(1)].filter((parts) => parts.length > 0);
  for (const parts of candidates) {
    const completed = withSegments(name, parts);
    const resolved = resolveColumn(completed, resource, context);
    if (!('reason' in resolved) && (field === undefined || resolved.kind === 'field'))
      return { scope, target: completed };
  }
  return null;
}

/** Puts locale and channel behind the attribute, before a currency or unit. */
function withSegments(name: string, segments: readonly string[]): string {
  const [code = '', ...rest] = name.split('-');
  return code.toLowerCase() === 'values' ? name : [code, ...segments, ...rest].join('-');
}

/** Returns the positions of the columns whose texts say which object a row is about. */
function keyPositions(
  columns: readonly string[],
  mapping: readonly ColumnMapping[],
  resource: FileResource,
  context: PatternContext,
): readonly number[] {
  const { key, otherKey } = FILE_FORMATS[resource];
  return columns.flatMap((column, position) => {
    const own = mapping.filter((entry) => entry.column.toLowerCase() === column.toLowerCase());
    const targets =
      own.length === 0 ? [column] : own.flatMap(({ target }) => (target === null ? [] : [target ?? column]));
    const isKey = targets.some((target) => {
      const resolved = resolveColumn(target, resource, context);
      return (
        !('reason' in resolved) && resolved.kind === 'field' && [...key, otherKey].includes(resolved.field)
      );
    });
    return isKey ? [position] : [];
  });
}

/** The code of a locale or channel, null without such a column; or the problem of the cell. */
type ScopeReading = { readonly code: string | null } | { readonly problem: FieldProblem };

function createScopeReader(
  columns: readonly string[],
  {
    localePosition,
    channelPosition,
    scoped,
  }: {
    readonly localePosition: number;
    readonly channelPosition: number;
    readonly scoped: ReadonlySet<number>;
  },
  context: PatternContext,
): ScopePlan['scopeOf'] {
  const terms = scopeTerms(context);
  const read = (position: number, row: readonly string[], kind: 'locale' | 'channel'): ScopeReading => {
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
  return (row) => {
    // Such a row was merged already, or has nothing that depends on locale or channel.
    const needsNone =
      scopePositions.every((position) => (row[position] ?? '').trim() === '') &&
      [...scoped].every((position) => (row[position] ?? '') === '');
    if (needsNone) return null;
    const locale = read(localePosition, row, 'locale');
    if ('problem' in locale) return locale;
    const channel = read(channelPosition, row, 'channel');
    return 'problem' in channel ? channel : { name: nameOf(locale.code, channel.code) };
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
