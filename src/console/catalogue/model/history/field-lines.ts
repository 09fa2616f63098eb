import { labelLocale } from '../../../api/label-locale.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { sentenceCase } from '../../../i18n/sentence-case.ts';
import { localeTag, t, translateLabel } from '../../../i18n/translate.ts';
import { fieldTitle } from './field-title.ts';
import type { FieldChange } from './history-documents.ts';
import { objectLabel } from './object-phrase.ts';

/** A changed field, or one entry of it, in words. */
export interface FieldLine {
  readonly path: string;
  /** Key of the entry of a field with entries by key, such as a channel of the required attributes; null for others. */
  readonly key: string | null;
  readonly title: string;
  /** True for a list: `removed` and `added` are the entries that differ, none if only their order does. */
  readonly isList: boolean;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Key of what holds in all channels. */
const ALL = '*';

/** Fields whose texts are words of the API. */
const ENUMERATIONS: ReadonlySet<string> = new Set([
  'direction',
  'error_policy',
  'format',
  'mode',
  'publish_guard',
  'resource',
  'role',
  'sort',
  'type',
]);

/** Maximum number of characters of a value. */
const MAX_LENGTH = 200;

type Json = FieldChange['old'];
type Labels = ReadonlyMap<string, string>;
const isRecord = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isSame = (one: Json, other: Json) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Returns a changed field in words: each entry that differs, with labels instead of codes. */
export function fieldLines({ path, locale, old, new: next, names }: FieldChange): readonly FieldLine[] {
  const title = [fieldTitle(path), ...(locale === null ? [] : [localeName(locale)])].join(' · ');
  const text = (value: Json) => valueText(value, path, labelsOf(names, false));
  if (!isRecord(old ?? {}) || !isRecord(next ?? {}) || (old === null && next === null))
    return [{ path, key: null, title, ...difference(old, next, text) }];
  const [before, after] = [isRecord(old) ? old : {}, isRecord(next) ? next : {}];
  const keyLabels = labelsOf(names, true);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !isSame(before[key], after[key]))
    .map((key) => {
      const keyTitle =
        key === ALL ? t('All channels') : (keyLabels.get(key) ?? translateLabel(sentenceCase(key)));
      const entry = difference(before[key] ?? null, after[key] ?? null, text);
      return { path, key, title: `${title} · ${keyTitle}`, ...entry };
    });
}

/** Returns what differs between two values. */
function difference(old: Json, next: Json, text: (value: Json) => string) {
  if (!(isList(old) || isList(next))) return { isList: false, removed: [text(old)], added: [text(next)] };
  const [before, after] = [isList(old) ? old : [], isList(next) ? next : []];
  const without = (items: readonly Json[], others: readonly Json[]) =>
    items.filter((item) => !others.some((other) => isSame(item, other))).map(text);
  return { isList: true, removed: without(before, after), added: without(after, before) };
}

/**
 * Returns labels by code. A code can name objects of several kinds.
 *
 * @param isKey true for the keys of a field: those are channels and categories
 */
function labelsOf(names: FieldChange['names'], isKey: boolean): Labels {
  const isKind = ({ kind }: FieldChange['names'][number]) =>
    (kind === 'CHANNEL' || kind === 'CATEGORY') === isKey;
  const inOrder = names.toSorted((one, other) => Number(isKind(one)) - Number(isKind(other)));
  return new Map(inOrder.map((object) => [object.code, objectLabel(object)]));
}

const NUMBER = new Intl.NumberFormat(localeTag, { maximumFractionDigits: 20 });

function valueText(value: Json, path: string, labels: Labels): string {
  const text = fullText(value, path, labels);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
}

function fullText(value: Json, path: string, labels: Labels): string {
  if (value === null || value === undefined || value === '') return t('empty');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'number') return NUMBER.format(value);
  if (typeof value === 'string')
    return (
      labels.get(value) ??
      (ENUMERATIONS.has(path) ? translateLabel(sentenceCase(value)) : value.replace(/<[^>]*>/g, ' ').trim())
    );
  if (isList(value)) return value.map((item) => fullText(item, path, labels)).join(', ');
  if (!isRecord(value)) return String(value);
  const { code, labels: own, ...others } = value;
  const parts = Object.entries(others)
    .filter(([, part]) => part !== null && !(isList(part) && part.length === 0))
    .map(([key, part]) => `${labels.get(key) ?? fieldTitle(key)}: ${fullText(part as Json, path, labels)}`);
  if (typeof code !== 'string') return parts.join(', ');
  const label = labels.get(code) ?? ownLabel(own as Json) ?? code;
  return parts.length === 0 ? label : `${label} (${parts.join(', ')})`;
}

/** Returns the label of an object that stands in the value itself: in the locale of labels, else in any. */
const ownLabel = (labels: Json): string | undefined =>
  isRecord(labels)
    ? [labels[labelLocale() ?? ''], ...Object.values(labels)].find((label) => typeof label === 'string')
    : undefined;
