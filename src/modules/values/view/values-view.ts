import { foldKey } from '../../../kernel/codes.ts';
import { RequestError } from '../../../kernel/errors.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { fallbackChain } from '../../locale/index.ts';
import {
  type CatalogueStructure,
  type ChannelStructure,
  type DisplayOrder,
  fallbackOf,
} from '../../structure/index.ts';
import { compareCells, compareCodes, type ValueSource, type Values } from '../cells/cells.ts';
import { type FlattenOptions, firstLocalizedValue, flattenValues } from '../cells/flatten-values.ts';
import { findValue, type ResolvedCell, type ResolvedValues } from '../cells/resolve-values.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/** The values of a product or entity, and what is needed to show them. */
export interface ValuesView {
  readonly structure: CatalogueStructure;
  /** Codes of the attributes it may have values of; undefined: all. */
  readonly members: ReadonlySet<string> | undefined;
  /** The order in which people see those; undefined: that of the organization. */
  readonly displayOrder: DisplayOrder | undefined;
  readonly own: Values;
  /** Own and inherited cells. */
  readonly values: ResolvedValues;
  /** True as of an earlier time: values may name what was deleted since. */
  readonly isPast?: boolean;
}

/** One effective value, ready to be shown. */
export interface ValueView {
  readonly attribute: AttributeDefinition;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly source: ValueSource;
  readonly inSet: boolean;
  readonly value: JsonValue;
  readonly isPast: boolean;
}

/**
 * Returns the error of a value whose object does not exist: in a result as of an earlier time, it was deleted since.
 */
export function objectNotFoundError({ isPast }: ValueView, kind: string, ref: string): Error {
  if (!isPast) return new Error(`The ${kind} ${ref} is used but not there.`);
  const message = localized('object-deleted-since', { kind, ref });
  return new RequestError('invalid-parameter', message, { parameter: 'asOf' });
}

/** Requested values; null or absent = all. Codes in either case. */
export interface ValueSelection {
  readonly attributes?: readonly string[] | null | undefined;
  readonly channels?: readonly string[] | null | undefined;
  readonly locales?: readonly string[] | null | undefined;
  readonly own?: boolean | null | undefined;
  /** True to let the next locale that has a value substitute for a requested locale without one. */
  readonly fallback?: boolean | undefined;
}

/**
 * Returns the effective values by attribute, channel and locale. Values that belong to no channel or locale always
 * match.
 */
export function selectValues(view: ValuesView, selection: ValueSelection): ValueView[] {
  const { structure, members, isPast = false } = view;
  const fold = (codes: readonly string[] | null | undefined) => (codes ? new Set(codes.map(foldKey)) : null);
  const [attributes, channels, locales] = [
    fold(selection.attributes),
    fold(selection.channels),
    fold(selection.locales),
  ];
  const source: ResolvedValues = selection.own === true ? view.own : view.values;
  // jsonb keeps its own order of keys; answers are in the order of codes.
  const entries = Object.entries(source).sort(([a], [b]) => compareCodes(a, b));
  return entries.flatMap(([code, cells]) => {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute === undefined || attributes?.has(foldKey(code)) === false) return [];
    const inSet = members?.has(attribute.code) ?? true;
    const inChannels = cells.filter(({ channel }) => matches(channels, channel));
    const requestedCells = inChannels.filter(({ locale }) => matches(locales, locale));
    const standIns =
      locales !== null && selection.fallback === true ? cellsThatStandIn(structure, inChannels, locales) : [];
    return (standIns.length === 0 ? requestedCells : [...requestedCells, ...standIns].sort(compareCells)).map(
      (cell) => ({
        attribute,
        channel: cell.channel ?? null,
        locale: cell.locale ?? null,
        source: cell.source ?? ('own' as const),
        inSet,
        value: cell.value,
        isPast,
      }),
    );
  });
}

/** Returns values as people see them: by the groups of the set and its order; what is not in the set comes last. */
export function inDisplayOrder(
  { structure, displayOrder }: ValuesView,
  values: readonly ValueView[],
): ValueView[] {
  const scopeOf = ({ attribute: { code } }: ValueView) =>
    displayOrder?.get(code) ?? (displayOrder?.size ?? 0) + (structure.displayOrder.get(code) ?? 0);
  return values.toSorted((a, b) => scopeOf(a) - scopeOf(b));
}

/** Returns, for each channel of localized cells and each requested locale without one, the first cell of its chain. */
function cellsThatStandIn(
  structure: CatalogueStructure,
  cells: readonly ResolvedCell[],
  requestedLocales: ReadonlySet<string>,
): ResolvedCell[] {
  const localized = cells.filter(({ locale }) => locale !== undefined);
  const standInCells = new Set<ResolvedCell>();
  for (const channel of new Set(localized.map((cell) => cell.channel))) {
    const inLocale = new Map(
      localized.filter((cell) => cell.channel === channel).map((cell) => [foldKey(cell.locale ?? ''), cell]),
    );
    for (const key of requestedLocales) {
      const chain = fallbackChain(key, (code) => fallbackOf(structure, code));
      const cell = chain.map((code) => inLocale.get(foldKey(code))).find((one) => one !== undefined);
      if (cell !== undefined && !requestedLocales.has(foldKey(cell.locale ?? ''))) standInCells.add(cell);
    }
  }
  return [...standInCells].map((cell) => ({ ...cell, source: 'fallback' }));
}

const matches = (allowedCodes: ReadonlySet<string> | null, code: string | undefined) =>
  allowedCodes === null || code === undefined || allowedCodes.has(foldKey(code));

/** Requested value of an attribute; without channel or locale, that of the organization's default ones. */
export interface ValueRequest {
  readonly attribute: string;
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
  /** Lets other locales stand in. */
  readonly fallback: boolean;
}

/** Returns the value of one attribute in one scope, or null. */
export function selectValue(
  { structure, members, values, isPast = false }: Omit<ValuesView, 'own' | 'displayOrder'>,
  { attribute: code, channel, locale, fallback }: ValueRequest,
): ValueView | null {
  const attribute = structure.attributes.get(foldKey(code));
  if (attribute === undefined) return null;
  const resolvedCell = findValue(values, attribute, {
    channel: structure.channels.get(foldKey(channel ?? structure.defaultChannel ?? ''))?.code ?? null,
    locale: structure.locales.get(foldKey(locale ?? structure.defaultLocale ?? '')) ?? null,
    ...(fallback ? { fallbackOf: (from: string) => fallbackOf(structure, from) } : {}),
  });
  return resolvedCell === undefined
    ? null
    : { attribute, inSet: members?.has(attribute.code) ?? true, isPast, ...resolvedCell };
}

/**
 * Returns the effective cells as they are written: `{ attribute: [{ channel?, locale?, value, source }] }`, codes in
 * order.
 */
export function cellsData(
  view: ValuesView,
  selection: ValueSelection,
): { readonly [code: string]: JsonValue } {
  const cells = nullPrototypeObject<JsonValue[]>();
  for (const { attribute, channel, locale, source, inSet, value } of selectValues(view, selection)) {
    const entry = {
      ...(channel === null ? {} : { channel }),
      ...(locale === null ? {} : { locale }),
      value,
      ...(source === 'own' ? {} : { source }),
      ...(inSet ? {} : { in_set: false }),
    };
    cells[attribute.code] = [...(cells[attribute.code] ?? []), entry];
  }
  return cells;
}

/** A channel and a locale in which something is shown; the organization's defaults when left out. */
export interface ScopeRequest {
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
  /** Lets other locales stand in. */
  readonly fallback: boolean;
}

export interface FlatRequest extends ScopeRequest {
  readonly attributes?: readonly string[] | null | undefined;
}

/**
 * Returns the channel of a response, and its locale followed by those that stand in for it; the defaults when left out.
 */
function scopeOf(
  structure: CatalogueStructure,
  { channel, locale, fallback }: ScopeRequest,
): { readonly channel: ChannelStructure | undefined; readonly locales: readonly string[] } {
  const requestedLocale = locale ?? structure.defaultLocale ?? '';
  const stored = structure.locales.get(foldKey(requestedLocale)) ?? requestedLocale;
  return {
    channel: structure.channels.get(foldKey(channel ?? structure.defaultChannel ?? '')),
    locales: fallback ? fallbackChain(stored, (code) => fallbackOf(structure, code)) : [stored],
  };
}

/**
 * Returns the locales in which labels are searched for: one, those that stand in for it, and those of the default one.
 */
export function labelLocales(structure: CatalogueStructure, request: ScopeRequest): readonly string[] {
  const { locales } = scopeOf(structure, request);
  const all = request.fallback ? [...locales, ...scopeOf(structure, { fallback: true }).locales] : locales;
  // A request may name one that there is not, and an organization may have no default.
  return [...new Set(all)].filter((code) => structure.fallbacks.has(foldKey(code)));
}

/**
 * Returns `{ code: value }` for one channel and locale (the organization's defaults when left out), ready for a
 * storefront.
 */
export function flattenedData(
  view: ValuesView,
  request: FlatRequest,
): { readonly [code: string]: JsonValue } {
  const { structure } = view;
  const requestedKeys = request.attributes ? new Set(request.attributes.map(foldKey)) : null;
  const attributes = [...structure.attributes.values()].filter(
    ({ code }) => requestedKeys?.has(foldKey(code)) ?? true,
  );
  return flattenValues(view.values, attributes, flattenOptions(structure, request));
}

/** Returns the view of values in one channel and locale, for callers that show many of them. */
export function flattenOptions(structure: CatalogueStructure, request: ScopeRequest): FlattenOptions {
  const { channel, locales } = scopeOf(structure, request);
  return {
    channel: channel?.code ?? null,
    locales,
    currencies: channel?.currencies ?? null,
    conversionUnits: new Map(Object.entries(channel?.document.conversionUnits ?? {})),
    findMeasurementFamily: (code) => structure.families.get(foldKey(code)),
    sanitizeHtml,
  };
}

/** A text of an attribute, and the cell that holds it. */
export interface TextValue {
  readonly attribute: AttributeDefinition;
  readonly text: string;
  readonly channel: string | null;
  readonly locale: string | null;
}

/** Returns the value of one attribute that is a text and not empty. */
export function findText(
  { structure, values }: Pick<ValuesView, 'structure' | 'values'>,
  code: string | null,
  request: ScopeRequest,
): TextValue | null {
  const attribute = structure.attributes.get(foldKey(code ?? ''));
  if (attribute === undefined) return null;
  const scope = scopeOf(structure, request);
  const firstCell = firstLocalizedValue(values, attribute, scope.channel?.code ?? null, scope.locales);
  if (firstCell === undefined || typeof firstCell.value !== 'string' || firstCell.value === '') return null;
  return { attribute, text: firstCell.value, channel: firstCell.channel, locale: firstCell.locale };
}
