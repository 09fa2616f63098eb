import type { Adjustment, ProductPatch } from '../../../catalogue/actions/action-documents.ts';
import type { ProductEdit } from '../../../catalogue/actions/change-products.ts';
import type { GridAttribute } from '../../../catalogue/columns/column-documents.ts';
import type { FieldValueChange } from '../../../catalogue/fields/field-props.ts';
import { propertyOfKey } from '../../../catalogue/properties/product-properties.tsx';
import { isEditable, parseCell } from '../../../catalogue/values/cell-value.ts';
import { parseNumber } from '../../../catalogue/values/parse-number.ts';
import { t } from '../../../i18n/translate.ts';

export type OperationKind =
  | 'set'
  | 'clear'
  | 'add'
  | 'remove'
  | 'percent'
  | 'amount'
  | 'append'
  | 'prepend'
  | 'replace'
  | 'fill'
  | 'copy';

/** One change of a bulk edit, as it is typed. */
export interface BulkOperation {
  readonly key: number;
  /** Code of the field: `title`, an attribute; `.status`, a property; `.link:upsell`; empty until one is chosen. */
  readonly field: string;
  readonly verb: OperationKind;
  /** Typed text; for replacements, the text to find. */
  readonly text: string;
  /** The text that replaces the found one, and whether upper and lower case differ. */
  readonly put: string;
  readonly isCaseMatched: boolean;
  /** Value of the fields of the product page, for the types of {@link usesProductField}. */
  readonly typed: FieldValueChange | null;
  /** Chosen codes: options, values of a property, or the SKUs of links. */
  readonly codes: readonly string[];
  /** Channel of the value, for attributes that have one for each; the locale likewise. */
  readonly channel: string;
  readonly locale: string;
  /** Channel and locale that a copy is taken from, and true if only empty values are filled. */
  readonly fromChannel: string;
  readonly fromLocale: string;
  readonly onlyEmpty: boolean;
  readonly currency: string;
  /** Unit of measurements that change by an amount; empty for the unit of the attribute. */
  readonly unit: string;
  /**
   * Rounding of changed numbers: empty for the decimals of the attribute or currency, `0` and more decimals, `.99` an
   * ending.
   */
  readonly rounding: string;
}

/** Channel and locale of the page, which values are changed in. */
export type PageContext = Pick<BulkOperation, 'channel' | 'locale'>;

export const LINK_FIELD_PREFIX = '.link:';

const NUMERIC_TYPES: ReadonlySet<string> = new Set(['NUMBER', 'PRICE', 'MEASUREMENT']);
const TEXT_TYPES: ReadonlySet<string> = new Set(['TEXT', 'TEXTAREA', 'RICH_TEXT']);
const PRODUCT_FIELD_TYPES: ReadonlySet<string> = new Set(
  'RICH_TEXT DATETIME ENTITY ENTITY_LIST MEDIA MEDIA_LIST'.split(' '),
);

/** Returns true if values are typed or chosen as on the page of a product. */
export const usesProductField = ({ type }: GridAttribute): boolean => PRODUCT_FIELD_TYPES.has(type);

/** Returns true if an attribute can be changed for many products. */
export const isBulkEditable = (attribute: GridAttribute): boolean =>
  isEditable(attribute) || (usesProductField(attribute) && !attribute.readOnly);

/** Returns the operations on a field, the most frequent first. */
export function availableOperations(
  field: string,
  attribute: GridAttribute | undefined,
): readonly OperationKind[] {
  if (field.startsWith('.')) return propertyOfKey(field)?.bulk?.verbs ?? ['add', 'remove'];
  if (attribute === undefined || attribute.unique) return ['set', 'clear'];
  const { type, localizable, scopable } = attribute;
  return [
    'set',
    'fill',
    ...(NUMERIC_TYPES.has(type) ? (['percent', 'amount'] as const) : []),
    ...(TEXT_TYPES.has(type) ? (['append', 'prepend', 'replace'] as const) : []),
    ...(localizable || scopable ? (['copy'] as const) : []),
    'clear',
  ];
}

/** Returns true if an operation changes a number. */
export const isNumericOperation = (verb: OperationKind): verb is 'percent' | 'amount' =>
  verb === 'percent' || verb === 'amount';

/**
 * Returns true if an operation changes values relative to the present ones, and so only those that products have
 * themselves.
 */
export const isRelative = (verb: OperationKind): boolean =>
  isNumericOperation(verb) || verb === 'append' || verb === 'prepend' || verb === 'replace';

/** Returns the unit in which an amount is added. */
export const adjustmentUnit = (
  { unit }: BulkOperation,
  { defaultUnit, measurementFamily }: GridAttribute,
): string => unit || (defaultUnit ?? measurementFamily?.units[0]?.code ?? '');

const SELECT_TYPES: ReadonlySet<string> = new Set(['SELECT', 'MULTI_SELECT']);

/** Returns true if values are chosen from a list. */
export const isSelectAttribute = ({ type }: GridAttribute): boolean => SELECT_TYPES.has(type);

/** Changes for the API, and the faults of operations, by their key. */
export interface EditPlan {
  /** It is null while no operation is complete. */
  readonly patch: ProductEdit | null;
  readonly faults: ReadonlyMap<number, string>;
}

type Values = NonNullable<ProductPatch['values']>;
type Links = NonNullable<ProductPatch['associations']>;

/**
 * Plans the changes of operations.
 *
 * @param tag the language in which numbers and days are written
 */
export function planEdit(
  operations: readonly BulkOperation[],
  attributes: readonly GridAttribute[],
  tag: string,
): EditPlan {
  const faults = new Map<number, string>();
  const values: Values = [];
  const adjust: Adjustment[] = [];
  const associations: Links = [];
  let properties: ProductPatch = {};
  for (const operation of operations) {
    const { key, field, verb, codes } = operation;
    if (field.startsWith('.')) {
      if (codes.length === 0 && verb !== 'clear') continue;
      const bulk = propertyOfKey(field)?.bulk;
      if (bulk !== undefined) properties = bulk.patch(verb, codes, properties);
      else
        associations.push({
          type: field.slice(LINK_FIELD_PREFIX.length),
          products: toLinkInput(verb, codes),
        });
      continue;
    }
    const attribute = attributes.find(({ code }) => code === field);
    if (attribute === undefined) continue;
    const valueScope = {
      attribute: field,
      ...(attribute.scopable ? { channel: operation.channel } : {}),
      ...(attribute.localizable ? { locale: operation.locale } : {}),
    };
    if (verb === 'copy') {
      const from = {
        ...(attribute.scopable ? { channel: operation.fromChannel } : {}),
        ...(attribute.localizable ? { locale: operation.fromLocale } : {}),
      };
      if (
        (from.channel ?? '') === (valueScope.channel ?? '') &&
        (from.locale ?? '') === (valueScope.locale ?? '')
      )
        faults.set(key, t('Choose another channel or locale to copy from.'));
      else
        adjust.push({
          ...valueScope,
          ...(attribute.type === 'PRICE' ? { currency: operation.currency } : {}),
          copyFrom: { ...from, ...(operation.onlyEmpty ? { onlyEmpty: true } : {}) },
        });
      continue;
    }
    if (verb === 'replace') {
      const { text, put, isCaseMatched } = operation;
      if (text === '') continue;
      adjust.push({
        ...valueScope,
        replace: { find: text, with: put, ...(isCaseMatched ? { matchCase: true } : {}) },
      });
      continue;
    }
    if (verb === 'append' || verb === 'prepend') {
      // Spaces count: they part the texts.
      const text = usesProductField(attribute) ? (operation.typed?.text ?? '') : operation.text;
      if (text !== '') adjust.push({ ...valueScope, [verb]: text });
      continue;
    }
    if (isNumericOperation(verb)) {
      if (operation.text.trim() === '') continue;
      const adjustment = parseAdjustment(operation, attribute, tag);
      if (adjustment === null)
        faults.set(key, t('“{text}” is not a number.', { text: operation.text.trim() }));
      else adjust.push({ ...valueScope, ...adjustment });
      continue;
    }
    const parsed = parseOperationValue(operation, attribute, tag);
    if (parsed === null) continue;
    if ('fault' in parsed) {
      faults.set(key, parsed.fault);
      continue;
    }
    if (verb === 'fill') {
      adjust.push({ ...valueScope, fill: parsed.value });
      continue;
    }
    values.push({
      attribute: field,
      channel: attribute.scopable ? operation.channel : null,
      locale: attribute.localizable ? operation.locale : null,
      value: parsed.value,
      // Prices of other currencies stay as they are.
      ...(attribute.type === 'PRICE' ? { partial: true } : {}),
    });
  }
  const patch: ProductEdit = {
    ...properties,
    ...(values.length === 0 ? {} : { values }),
    ...(adjust.length === 0 ? {} : { adjust }),
    ...(associations.length === 0 ? {} : { associations }),
  };
  return { patch: Object.keys(patch).length === 0 ? null : patch, faults };
}

const toLinkInput = (verb: OperationKind, skus: readonly string[]) =>
  verb === 'remove' ? { remove: [...skus] } : { add: skus.map((ref) => ({ ref })) };

function parseOperationValue(
  { verb, text, codes, typed, channel, locale, currency }: BulkOperation,
  attribute: GridAttribute,
  tag: string,
) {
  const isClear = verb === 'clear';
  if (usesProductField(attribute)) {
    if (isClear) return { value: null };
    if (typed?.fault) return { fault: typed.fault };
    return typed === null || typed.value === null ? null : { value: typed.value };
  }
  if (isSelectAttribute(attribute)) {
    if (isClear) return { value: null };
    if (codes.length === 0) return null;
    return { value: attribute.type === 'SELECT' ? codes[0] : [...codes] };
  }
  if (!isClear && text.trim() === '') return null;
  const cell = { attribute, channel, locale, currency: attribute.type === 'PRICE' ? currency : null };
  return parseCell(isClear ? '' : text, cell, null, { tag, optionsOf: () => [] });
}

/** Reads an adjustment: `5`, `+5 %`, `−10%`, `2,00`; null for text that is no number. */
function parseAdjustment(
  operation: BulkOperation,
  attribute: GridAttribute,
  tag: string,
): Omit<Adjustment, 'attribute'> | null {
  const { verb, text, currency, rounding } = operation;
  const number = parseNumber(
    text
      .trim()
      .replace(/^\+\s*/, '')
      .replace(/\s*%$/, ''),
    tag,
  );
  if (number === null) return null;
  const hasUnit = attribute.type === 'MEASUREMENT' && verb === 'amount';
  return {
    ...(attribute.type === 'PRICE' ? { currency } : {}),
    ...(verb === 'percent' ? { percent: number } : { amount: number }),
    ...(hasUnit ? { unit: adjustmentUnit(operation, attribute) } : {}),
    ...(rounding === ''
      ? {}
      : rounding.startsWith('.')
        ? { ending: `0${rounding}` }
        : { decimals: Number(rounding) }),
  };
}
