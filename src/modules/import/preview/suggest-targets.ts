import { foldKey } from '../../../kernel/codes.ts';
import { labelOf } from '../../../kernel/labels.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import {
  type ColumnTarget,
  columnNameOf,
  FILE_FORMATS,
  type FileResource,
  resolveColumn,
} from '../../file-formats/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';

/** The channel and the locale that columns without one are most likely meant for. */
export interface SuggestionScope {
  readonly channel: string | null;
  readonly locale: string | null;
}

/** What a column may mean. */
export interface SuggestedTarget {
  readonly target: string;
  /** Label of the attribute with locale, channel and currency; null for properties and links. */
  readonly label: string | null;
}

type Structure = Pick<CatalogueStructure, 'attributes' | 'channels' | 'locales' | 'associationTypes'>;

/**
 * The targets whose code or label, in any language, is the name of a column; without regard to case, spaces, hyphens and
 * underscores. Values that exist for each channel, locale or currency are those of the scope.
 */
export function matchTargets(
  column: string,
  resource: FileResource,
  structure: Structure,
  scope: SuggestionScope,
): readonly string[] {
  const { fields, hasValues } = FILE_FORMATS[resource];
  const name = normalized(column);
  if (name === '') return [];
  const properties = fields.filter((field) => field.keyed === undefined && normalized(field.name) === name);
  const attributes = hasValues ? [...structure.attributes.values()] : [];
  const isNamed = ({ code, labels }: AttributeDefinition) =>
    [code, ...Object.values(labels)].some((word) => normalized(word) === name);
  const cells = attributes.filter(isNamed).flatMap((attribute) => cellsOf(attribute, structure, scope));
  const targets: ColumnTarget[] = [
    ...properties.map((field) => ({ kind: 'field', field: field.name, key: null }) as const),
    ...cells,
  ];
  return targets.map((target) => columnNameOf(target, resource, structure));
}

const normalized = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, '');

/** The cell of an attribute in the scope; of prices, one for each currency, the first of the channel first. */
function cellsOf(
  { code, type, scopable, localizable, availableLocales }: AttributeDefinition,
  { channels, locales }: Structure,
  scope: SuggestionScope,
): ColumnTarget[] {
  const found = channels.get(foldKey(scope.channel ?? '')) ?? channels.values().next().value;
  const wanted = locales.get(foldKey(scope.locale ?? ''));
  const known = [...(found?.locales ?? []), ...locales.values()];
  const usable = availableLocales === null ? known : known.filter((one) => availableLocales.includes(one));
  const locale = wanted !== undefined && usable.includes(wanted) ? wanted : usable[0];
  if ((scopable && found === undefined) || (localizable && locale === undefined)) return [];
  const place = {
    kind: 'cell',
    attribute: code,
    type,
    channel: scopable ? (found?.code ?? null) : null,
    locale: localizable ? (locale ?? null) : null,
  } as const;
  if (type !== 'price') return [{ ...place, part: 'value' }];
  return [...(found?.currencies ?? [])].map((currency) => ({ ...place, part: { currency } }));
}

/** A target in words: `Title · de_DE · Web shop`. */
export function describeTarget(
  target: string,
  resource: FileResource,
  structure: Structure,
  { locale }: SuggestionScope,
): string | null {
  const found = resolveColumn(target, resource, structure);
  if ('reason' in found || found.kind !== 'cell') return null;
  const attribute = structure.attributes.get(foldKey(found.attribute));
  if (attribute === undefined) return null;
  const part = typeof found.part === 'object' ? found.part.currency : null;
  const label = labelOf(attribute.labels, attribute.code, [
    ...(locale === null ? [] : [locale]),
    ...Object.keys(attribute.labels),
  ]);
  return [label, found.locale, found.channel, part].filter((word) => word !== null).join(' · ');
}

/** Whether a column holds prices without their currency although its target needs one: every row would fail. */
export function lacksCurrency(
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: Structure,
): boolean {
  const found = resolveColumn(target, resource, structure);
  if ('reason' in found || found.kind !== 'cell' || found.type !== 'price' || found.part !== 'value')
    return false;
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every((cell) => /^[\d\s.,'-]+$/.test(cell));
}

/**
 * A target that is suggested, as it can be chosen: of a value that exists for each channel or locale, that of the scope;
 * of prices whose cells name no currency, one for each currency.
 */
export function completeTarget(
  target: string,
  cells: readonly string[],
  resource: FileResource,
  structure: Structure,
  scope: SuggestionScope,
): readonly string[] {
  const found = resolveColumn(target, resource, structure);
  const isIncomplete = 'reason' in found || lacksCurrency(target, cells, resource, structure);
  const [code = ''] = target.split('-');
  const attribute = isIncomplete ? structure.attributes.get(foldKey(code)) : undefined;
  if (attribute === undefined) return [target];
  const { channel, locale } = 'kind' in found && found.kind === 'cell' ? found : scope;
  return cellsOf(attribute, structure, {
    channel: channel ?? scope.channel,
    locale: locale ?? scope.locale,
  }).map((cell) => columnNameOf(cell, resource, structure));
}

/** The target that leaves no choice: the only one of its name, and of no locale, channel or currency. */
export function exactMatch(
  matches: readonly string[],
  resource: FileResource,
  structure: Structure,
): string | null {
  const [only, ...others] = matches;
  if (only === undefined || others.length > 0) return null;
  const found = resolveColumn(only, resource, structure);
  if ('reason' in found || found.kind === 'links') return null;
  const isPart =
    found.kind === 'cell' && (found.channel !== null || found.locale !== null || found.part !== 'value');
  return isPart ? null : only;
}
