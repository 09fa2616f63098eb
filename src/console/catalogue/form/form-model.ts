import { localeTag, t } from '../../i18n/translate.ts';
import type { FormAttribute, FormValue } from '../fields/field-documents.ts';
import { toEditableText } from '../values/cell-value.ts';
import { formatDateTime } from '../values/parse-date.ts';
import { amountInCurrency } from './draft.ts';
import type { ChannelLocale, FormObject } from './form-source.ts';

/** One attribute of the form. */
export interface Field {
  readonly attribute: FormAttribute;
  /** The codes of the channels that require it. */
  readonly requiredIn: readonly string[];
  /** True if it cannot be changed here: it distinguishes variants on a level above, or is not in the attribute set. */
  readonly isFixed: boolean;
  /** True if its values distinguish variants, on this level or above. */
  readonly isAxis: boolean;
  readonly cells: readonly FieldCell[];
}

/** The value of an attribute in the contexts that share it. */
export interface FieldCell {
  readonly channel: string | null;
  readonly locale: string | null;
  /** The currencies of prices, otherwise one null: each is edited by itself. */
  readonly currencies: readonly (string | null)[];
  /** The first context that shows it: 0 or 1. */
  readonly context: number;
  readonly isMissing: boolean;
  /** Value of the product itself. */
  readonly own: FormValue | null;
  /** Value of a model above, also where the product overrides it. */
  readonly inherited: FormValue | null;
  /** Value of a fallback locale. */
  readonly fallback: FormValue | null;
}

export interface FieldGroup {
  readonly code: string;
  readonly title: string;
  readonly fields: readonly Field[];
}

/** Groups, fields and values that the form shows. */
export interface FormModel {
  readonly groups: readonly FieldGroup[];
  /** Labels of the attributes that only the variants below have. */
  readonly below: readonly string[];
}

/** Returns the level of an object in its layout: 0 for the root. */
const levelOf = ({ parent }: FormObject): number => (parent === null ? 0 : parent.parent === null ? 1 : 2);

/** Returns the levels of attributes below the root. */
function levelsOf({ variantLayout }: FormObject) {
  const levels = new Map<string, { readonly level: number; readonly isAxis: boolean }>();
  for (const [index, { axes, attributes }] of (variantLayout?.levels ?? []).entries()) {
    for (const { code } of attributes) levels.set(code, { level: index + 1, isAxis: false });
    for (const { code } of axes) levels.set(code, { level: index + 1, isAxis: true });
  }
  return levels;
}

/** Returns the fields of an object by group, with their values in one or two contexts. */
export function toFormModel(
  object: FormObject,
  contexts: readonly ChannelLocale[],
  currenciesOf: (channels: readonly string[]) => readonly string[],
  outside: readonly FormAttribute[] = [],
): FormModel {
  const level = levelOf(object);
  const levels = levelsOf(object);
  const missing = [object.here, object.there].map((rows) => new Set(rows.flatMap((row) => row.missing)));
  const groups = new Map<string, { title: string; fields: Field[] }>();
  const below: string[] = [];
  const valuesOf = (values: readonly FormValue[]) => Map.groupBy(values, ({ attribute }) => attribute.code);
  const [own, above] = [valuesOf(object.values), valuesOf(object.parent?.values ?? [])];
  const hasSet = object.attributeSet !== null;
  const last = {
    code: '$outside',
    label: hasSet ? t('Values outside the attribute set') : t('Values without an attribute set'),
  };
  const members = [
    ...(object.attributeSet?.attributes ?? []),
    ...outside.map((attribute) => ({ attribute, group: last, requiredIn: [] })),
  ];
  for (const { attribute, group, requiredIn } of members) {
    const attributeLevel = levels.get(attribute.code);
    if (attributeLevel !== undefined && attributeLevel.level > level) {
      below.push(attribute.label);
      continue;
    }
    const cells = contexts.flatMap((context, index): FieldCell[] => {
      const channel = attribute.scopable ? context.channel.code : null;
      const locale = attribute.localizable ? context.locale.code : null;
      const isShownBy = (other: ChannelLocale | undefined) =>
        other !== undefined &&
        (!attribute.scopable || other.channel.code === channel) &&
        (!attribute.localizable || other.locale.code === locale);
      if (index > 0 && isShownBy(contexts[0])) return [];
      const isHere = (value: FormValue) => value.channel === channel && value.locale === locale;
      const ownValue = own.get(attribute.code)?.find(isHere);
      const channels = (attribute.scopable ? [context] : contexts).map((one) => one.channel.code);
      const currentCodes = Array.isArray(ownValue?.json) ? ownValue.json : [];
      return [
        {
          channel,
          locale,
          currencies:
            attribute.type !== 'PRICE'
              ? [null]
              : [
                  ...new Set([
                    ...currenciesOf(channels),
                    ...currentCodes.map((price: { readonly currency: string }) => price.currency),
                  ]),
                ],
          context: index,
          isMissing:
            missing[index]?.has(attribute.code) === true ||
            (isShownBy(contexts[1]) && missing[1]?.has(attribute.code) === true),
          own: ownValue?.source === 'OWN' ? ownValue : null,
          inherited: above.get(attribute.code)?.find(isHere) ?? null,
          fallback: ownValue?.source === 'FALLBACK' ? ownValue : null,
        },
      ];
    });
    const code = group?.code ?? '';
    const title = group?.label ?? t('Other attributes');
    const { fields } = groups.get(code) ?? { fields: [] };
    const isAxis = attributeLevel?.isAxis === true;
    // Values that the set does not have can only be read.
    const isFixed = (isAxis && attributeLevel.level < level) || (hasSet && group === last);
    groups.set(code, {
      title,
      fields: [...fields, { attribute, requiredIn, isFixed: isFixed, isAxis, cells }],
    });
  }
  return {
    groups: [...groups].map(([code, group]) => ({ code, ...group })),
    below: below,
  };
}

/** The channels that require a field. */
export interface Requirement {
  /** True if a shown context is of one of them. */
  readonly isShown: boolean;
  /** The labels of those that are shown, or else of the others. */
  readonly channels: readonly string[];
}

/**
 * Returns the channels that require a field (`*` stands for all): those that are shown, or else the others; null for
 * none.
 */
export function fieldRequirement(
  requiredIn: readonly string[],
  contexts: readonly ChannelLocale[],
  channels: readonly { readonly code: string; readonly label: string }[],
): Requirement | null {
  const isRequiring = ({ code }: { readonly code: string }) =>
    requiredIn.includes('*') || requiredIn.includes(code);
  const labelsOf = (scopeList: readonly { readonly code: string; readonly label: string }[]) => [
    ...new Set(scopeList.filter(isRequiring).map(({ label }) => label)),
  ];
  const requiredLabels = labelsOf(contexts.map(({ channel }) => channel));
  if (requiredLabels.length > 0) return { isShown: true, channels: requiredLabels };
  const others = labelsOf(channels);
  return others.length === 0 ? null : { isShown: false, channels: others };
}

/** The types whose values are short, so that their fields need not be wide. */
const SHORT: ReadonlySet<string> = new Set(
  'NUMBER PRICE MEASUREMENT BOOLEAN DATE DATETIME SELECT ENTITY IDENTIFIER'.split(' '),
);

export const isShortField = ({ type }: FormAttribute): boolean => SHORT.has(type);

/**
 * Returns the groups with the fields that are shown: those that miss something, those with a value in each of two
 * contexts, or all.
 */
export const filterGroups = (
  groups: readonly FieldGroup[],
  only: { readonly missing: boolean; readonly apart: boolean },
): readonly FieldGroup[] =>
  groups.flatMap((group) => {
    const fields = group.fields.filter(
      ({ cells }) =>
        (!only.missing || cells.some(({ isMissing }) => isMissing)) && (!only.apart || cells.length > 1),
    );
    return fields.length === 0 ? [] : [{ ...group, fields }];
  });

/** Returns a value as a field shows it: the text to type over. */
export function toFieldText(
  attribute: FormAttribute,
  value: Pick<FormValue, 'json' | 'display'> | null,
  currency: string | null,
): string {
  if (value === null) return '';
  if (attribute.type === 'RICH_TEXT') return String(value.json);
  if (attribute.type === 'DATETIME') return formatDateTime(String(value.json), localeTag);
  return toEditableText(
    value.json,
    value.display,
    { attribute, channel: null, locale: null, currency },
    localeTag,
  );
}

/** Returns a value as it is compared and saved: of prices the amount in the currency. */
export const toSavedValue = (value: Pick<FormValue, 'json'> | null, currency: string | null): unknown => {
  if (value === null) return null;
  return currency === null ? value.json : amountInCurrency(value.json, currency);
};
