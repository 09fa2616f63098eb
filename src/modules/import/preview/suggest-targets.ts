import { foldKey } from '../../../kernel/codes.ts';
import { labelOf } from '../../../kernel/labels.ts';
import {
  type ColumnContext,
  type ColumnTarget,
  cellsInScope,
  columnNameOf,
  FILE_FORMATS,
  type FileResource,
  resolveColumn,
  type SuggestionScope,
} from '../../file-formats/index.ts';

/** A possible meaning of a column. */
export interface SuggestedTarget {
  readonly target: string;
  /** Label of the attribute with locale, channel and currency; null for properties and links. */
  readonly label: string | null;
}

/** Returns a target in words: `Title · de_DE · Web shop`. */
export function describeTarget(
  target: string,
  resource: FileResource,
  structure: ColumnContext,
  { locale }: SuggestionScope,
): string | null {
  const resolvedColumn = resolveColumn(target, resource, structure);
  if ('reason' in resolvedColumn || resolvedColumn.kind !== 'cell') return null;
  const attribute = structure.attributes.get(foldKey(resolvedColumn.attribute));
  if (attribute === undefined) return null;
  const part = typeof resolvedColumn.part === 'object' ? resolvedColumn.part.currency : null;
  const label = labelOf(attribute.labels, attribute.code, [
    ...(locale === null ? [] : [locale]),
    ...Object.keys(attribute.labels),
  ]);
  return [label, resolvedColumn.locale, resolvedColumn.channel, part]
    .filter((word) => word !== null)
    .join(' · ');
}

/** Returns true if a column holds prices without their currency although its target needs one: every row would fail. */
export function lacksCurrency(
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: ColumnContext,
): boolean {
  const resolvedColumn = resolveColumn(target, resource, structure);
  if (
    'reason' in resolvedColumn ||
    resolvedColumn.kind !== 'cell' ||
    resolvedColumn.type !== 'price' ||
    resolvedColumn.part !== 'value'
  )
    return false;
  const filledCells = cells.filter((cell) => cell.trim() !== '');
  return filledCells.length > 0 && filledCells.every((cell) => /^[\d\s.,'-]+$/.test(cell));
}

/**
 * Returns a target that is suggested, as it can be chosen: of a value that exists for each channel or locale, that of
 * the scope; of prices whose cells name no currency, one for each currency.
 */
export function completeTarget(
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: ColumnContext,
  scope: SuggestionScope,
): readonly string[] {
  const resolvedColumn = resolveColumn(target, resource, structure);
  const isIncomplete = 'reason' in resolvedColumn || lacksCurrency(target, cells, resource, structure);
  const [code = ''] = target.split('-');
  const attribute = isIncomplete ? structure.attributes.get(foldKey(code)) : undefined;
  if (attribute === undefined) return [target];
  const { channel, locale } =
    'kind' in resolvedColumn && resolvedColumn.kind === 'cell' ? resolvedColumn : scope;
  return cellsInScope(attribute, structure, {
    channel: channel ?? scope.channel,
    locale: locale ?? scope.locale,
  }).map((cell) => columnNameOf(cell, resource, structure));
}

/** Values that are listed as targets; of more, only those in the locale of the scope. */
const MOST_VALUES = 500;

/**
 * Returns the targets that columns can be mapped to: properties, then values in the channel of the scope by their
 * labels.
 *
 * @param labelScope the scope with the locale of labels
 */
export function listTargets(
  resource: FileResource,
  structure: ColumnContext,
  scope: SuggestionScope,
  labelScope: SuggestionScope = scope,
): readonly SuggestedTarget[] {
  const { fields, hasValues } = FILE_FORMATS[resource];
  const properties = fields
    .filter(({ keyed, isForExports }) => keyed === undefined && isForExports !== true)
    .map(({ name }): ColumnTarget => ({ kind: 'field', field: name, key: null }));
  const attributes = hasValues ? [...structure.attributes.values()] : [];
  const channel =
    structure.channels.get(foldKey(scope.channel ?? '')) ?? structure.channels.values().next().value;
  const locales = [...new Set([scope.locale, ...(channel?.locales ?? [])])];
  const listedLocales = attributes.length * locales.length > MOST_VALUES ? [scope.locale] : locales;
  const values = attributes.flatMap((attribute) =>
    (attribute.localizable ? listedLocales : [scope.locale]).flatMap((locale) =>
      cellsInScope(attribute, structure, { ...scope, locale }),
    ),
  );
  const toTarget = (target: ColumnTarget): SuggestedTarget => {
    const name = columnNameOf(target, resource, structure);
    return { target: name, label: describeTarget(name, resource, structure, labelScope) };
  };
  const byName = new Map(values.map(toTarget).map((one) => [one.target, one]));
  const byLabel = ({ label: one }: SuggestedTarget, { label: other }: SuggestedTarget) =>
    (one ?? '').localeCompare(other ?? '');
  return [...properties.map(toTarget), ...[...byName.values()].sort(byLabel)];
}
