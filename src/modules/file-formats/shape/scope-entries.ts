import { foldKey } from '../../../kernel/codes.ts';
import type { PatternContext } from '../columns/expand-mapping.ts';
import { FILE_FORMATS, type FileResource } from '../columns/file-format.ts';
import type { ColumnMapping } from '../columns/map-columns.ts';
import { resolveColumn } from '../columns/resolve-column.ts';
import { scopeName } from './read-scope.ts';

export interface Scope {
  readonly name: string;
  readonly locale: string | null;
  readonly channel: string | null;
}

/** An entry of the mapping as it is in one scope; scopes with the same target share it. */
export interface ScopedEntry {
  readonly label: string;
  readonly target: string;
  readonly scopes: string[];
}

/** Returns the scopes that rows can name. */
export function scopesOf(
  hasLocale: boolean,
  hasChannel: boolean,
  { locales, channels }: PatternContext,
): Scope[] {
  const localeCodes = hasLocale ? [...locales.values()] : [null];
  const channelCodes = hasChannel ? [...channels.values()].map(({ code }) => code) : [null];
  return localeCodes.flatMap((locale) =>
    channelCodes.map((channel) => ({ locale, channel, name: scopeName(locale, channel) })),
  );
}

/** Returns an entry in all scopes where they make a value of its target; none where it has none or is complete. */
export function scopedEntriesOf(
  { column, target }: ColumnMapping,
  scopes: readonly Scope[],
  resource: FileResource,
  context: PatternContext,
): readonly ScopedEntry[] {
  if (target === null) return [];
  const name = target ?? column;
  const field = FILE_FORMATS[resource].fields.find(({ keyed }) => keyed?.column === foldKey(name));
  const isComplete = field === undefined && !('reason' in resolveColumn(name, resource, context));
  if (isComplete) return [];
  const isTarget = (completed: string) => {
    const resolved = resolveColumn(completed, resource, context);
    return !('reason' in resolved) && (field === undefined || resolved.kind === 'field');
  };
  // A value per locale alone needs no channel, even if the file has a column of channels.
  const partsOf = SCOPE_PARTS.find((parts) =>
    scopes.slice(0, 1).some((scope) => isTarget(withSegments(name, parts(scope)))),
  );
  if (partsOf === undefined) return [];
  const entries = new Map<string, ScopedEntry>();
  for (const scope of scopes) {
    const parts = partsOf(scope);
    const label = parts.join(' ');
    const present = entries.get(label);
    if (present !== undefined) present.scopes.push(scope.name);
    else entries.set(label, { label, target: withSegments(name, parts), scopes: [scope.name] });
  }
  return [...entries.values()];
}

const withoutNulls = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null);
/** The parts of a scope that a target may need, most first. */
const SCOPE_PARTS: readonly ((scope: Scope) => readonly string[])[] = [
  ({ locale, channel }) => withoutNulls(locale, channel),
  ({ locale }) => withoutNulls(locale),
  ({ channel }) => withoutNulls(channel),
];

/** Puts locale and channel behind the attribute, before a currency or unit. */
function withSegments(name: string, segments: readonly string[]): string {
  const [code = '', ...rest] = name.split('-');
  return code.toLowerCase() === 'values' ? name : [code, ...segments, ...rest].join('-');
}

/** Returns an entry that reads the columns of its scope. */
export function inScope(entry: ColumnMapping, columnIn: (name: string) => string): ColumnMapping {
  const { when, transform } = entry;
  return {
    ...entry,
    ...(when && { when: when.map((condition) => ({ ...condition, column: columnIn(condition.column) })) }),
    ...(transform && {
      transform: transform.map((step) =>
        typeof step === 'object' && step.concat !== undefined
          ? { concat: { ...step.concat, columns: step.concat.columns.map(columnIn) } }
          : step,
      ),
    }),
  };
}
