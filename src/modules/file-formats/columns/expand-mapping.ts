import { foldKey } from '../../../kernel/codes.ts';
import { findUnitByName } from '../../measurement/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { ColumnTarget } from './column-target.ts';
import { splitWords } from './column-terms.ts';
import { FILE_FORMATS, type FileField, type FileResource } from './file-format.ts';
import { foldColumn } from './find-column.ts';
import type { ColumnMapping } from './map-columns.ts';
import { cellsInScope, matchScopeTerms, NO_SCOPE } from './match-column.ts';
import { type ColumnContext, columnNameOf } from './resolve-column.ts';

/** Lookups for the names of columns and their units. */
export type PatternContext = ColumnContext & Pick<CatalogueStructure, 'families'>;

const WILDCARD = '*';

/**
 * Returns a mapping with one entry for each column of the file that fits an entry such as `Price (*)`. The text in place
 * of `*` names a currency, unit, locale or channel by its code, symbol or label in any language; the target is that of
 * the entry with what the text names. A text that names none of them makes an unknown target, which is reported.
 * Columns with an entry of their own come first, then the entry that is listed first.
 */
export function expandMapping(
  columns: readonly string[] | null,
  mapping: readonly ColumnMapping[],
  resource: FileResource,
  context: PatternContext,
): readonly ColumnMapping[] {
  if (columns === null || !mapping.some(({ column }) => column.includes(WILDCARD))) return mapping;
  const inFile = new Set(columns.map(foldColumn));
  const isPattern = ({ column }: ColumnMapping) =>
    column.includes(WILDCARD) && !inFile.has(foldColumn(column));
  const own = new Set(mapping.filter((entry) => !isPattern(entry)).map(({ column }) => foldColumn(column)));
  const expanded = new Map<ColumnMapping, ColumnMapping[]>();
  for (const name of columns) {
    if (name === '' || own.has(foldColumn(name))) continue;
    for (const entry of mapping) {
      const text = isPattern(entry) ? textInPattern(name, entry.column) : null;
      if (text === null) continue;
      expanded.set(entry, [...(expanded.get(entry) ?? []), entryOf(name, text, entry, resource, context)]);
      break;
    }
  }
  return mapping.flatMap((entry) => (isPattern(entry) ? (expanded.get(entry) ?? []) : [entry]));
}

/** Returns the texts in place of the wildcards of a pattern, apart by blanks; null for a name that does not fit. */
function textInPattern(name: string, pattern: string): string | null {
  const [start = '', ...rest] = pattern.toLowerCase().split(WILDCARD);
  const folded = name.toLowerCase();
  if (folded.length !== name.length || !folded.startsWith(start)) return null;
  const texts: string[] = [];
  let position = start.length;
  for (const [index, literal] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const end =
      isLast && folded.endsWith(literal)
        ? folded.length - literal.length
        : folded.indexOf(literal, position + 1);
    if (isLast ? !folded.endsWith(literal) || end <= position : end === -1) return null;
    texts.push(name.slice(position, end).trim());
    position = end + literal.length;
  }
  return texts.includes('') ? null : texts.join(' ');
}

function entryOf(
  column: string,
  text: string,
  entry: ColumnMapping,
  resource: FileResource,
  context: PatternContext,
): ColumnMapping {
  const { target } = entry;
  if (target === undefined || target === null) return { ...entry, column };
  const field = FILE_FORMATS[resource].fields.find(({ keyed }) => keyed?.column === foldKey(target));
  if (field !== undefined) return { ...entry, column, target: `${target}-${keyOf(text, field, context)}` };
  const { cell, unit } = cellOf(target, text, context);
  const transform =
    unit === null ? entry.transform : [...(entry.transform ?? []), { unit: { default: unit } }];
  return {
    ...entry,
    column,
    target: cell === null ? `${target}-${text}` : columnNameOf(cell, resource, context),
    ...(transform !== undefined && { transform }),
  };
}

/** Returns the key of a keyed field that a text names; the text itself where it names none. */
function keyOf(text: string, { keyed }: FileField, context: PatternContext): string {
  if (keyed?.by === 'word') return text;
  const attribute = {
    localizable: keyed?.by === 'locale',
    scopable: keyed?.by === 'channel',
    type: 'text',
  } as const;
  const scope = matchScopeTerms(splitWords(text), attribute, context);
  const [locale, ...others] = scope?.locales ?? [];
  return scope?.channel ?? (others.length === 0 ? locale : undefined) ?? text;
}

/** Returns the cell of an attribute that a text completes, and the unit that it names. */
function cellOf(
  target: string,
  text: string,
  context: PatternContext,
): { readonly cell: ColumnTarget | null; readonly unit: string | null } {
  const [code = '', ...segments] = target.replace(/^values-/i, '').split('-');
  const attribute = context.attributes.get(foldKey(code));
  if (attribute === undefined) return { cell: null, unit: null };
  const family = context.families.get(foldKey(attribute.measurementFamily ?? ''));
  const words = splitWords([...segments, text].join(' '));
  const whole = family === undefined ? undefined : findUnitByName(family, text);
  const at =
    family === undefined || whole !== undefined
      ? -1
      : words.findIndex((word) => findUnitByName(family, word));
  const unit =
    whole ?? (at === -1 || family === undefined ? undefined : findUnitByName(family, words[at] ?? ''));
  const rest =
    whole !== undefined ? splitWords(segments.join(' ')) : words.filter((_, index) => index !== at);
  const scope = matchScopeTerms(rest, attribute, context);
  const isComplete =
    scope !== null &&
    (!attribute.localizable || scope.locales.length === 1) &&
    (!attribute.scopable || scope.channel !== null) &&
    (attribute.type !== 'price' || scope.currency !== null);
  const [cell = null] = isComplete ? cellsInScope(attribute, context, NO_SCOPE, scope) : [];
  return { cell, unit: unit?.code ?? null };
}
