import {
  type AxisValue,
  axisValueKey,
  defaultPattern,
  type ExistingProduct,
  toSkuSegment,
} from './plan-variants.ts';

/** Scheme by which the SKUs of a family are made. */
export interface SkuScheme {
  readonly pattern: string;
  /** Returns the text that stands for a value of an axis in SKUs. */
  readonly textOf: (axis: string, value: AxisValue) => string;
}

type ValueFormatter = (value: AxisValue) => string;

/** Converts the label of a value for an SKU: `4,5 W` → `4.5-W`. */
const labelForSku = ({ label }: AxisValue) => toSkuSegment(label.replace(/(\d),(\d)/g, '$1.$2'));
const labelSegments = (value: AxisValue) => labelForSku(value).split('-');

/** The ways in which people write values in SKUs, the usual ones first. */
const VALUE_FORMATTERS: readonly ValueFormatter[] = [
  ({ text }) => toSkuSegment(text),
  labelForSku,
  (value) => labelForSku(value).replaceAll('-', ''),
  (value) => labelSegments(value).at(-1) ?? '',
  (value) => labelSegments(value)[0] ?? '',
  (value) => labelForSku(value).slice(0, 3),
  (value) => labelForSku(value).slice(0, 1),
  (value) =>
    labelSegments(value)
      .map((word) => word.slice(0, 1))
      .join(''),
];

/** Scheme of one axis: the texts of the values that occur, and the way others are written. */
interface AxisScheme {
  readonly axis: string;
  readonly separator: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly rendering: ValueFormatter;
}

interface Sibling {
  readonly sku: string;
  readonly values: ReadonlyMap<string, AxisValue>;
}

const SEPARATORS = ['-', '_', '/', '.', ' ', ''];

/**
 * Reads the rest of all SKUs as values of axes, each written in one way, with the same signs between them.
 *
 * @param at position at which the rest of each SKU begins
 * @returns the axes in their order in the SKUs; null if the SKUs are not made like that
 */
function inferAxisSchemes(
  siblings: readonly Sibling[],
  at: readonly number[],
  axes: readonly string[],
): readonly AxisScheme[] | null {
  if (axes.length === 0) return siblings.every(({ sku }, index) => sku.length === at[index]) ? [] : null;
  const restOf = (index: number) => siblings[index]?.sku.slice(at[index]) ?? '';
  const separator =
    SEPARATORS.find((sign) => siblings.every((_, index) => restOf(index).startsWith(sign))) ?? '';
  const starts = siblings.map((_, index) => (at[index] ?? 0) + separator.length);
  const tails = siblings.map(({ sku }, index) => sku.slice(starts[index]));
  for (const axis of axes) {
    const values = siblings.map(({ values: of }) => of.get(axis));
    const others = axes.filter((one) => one !== axis);
    for (const rendering of [...VALUE_FORMATTERS, null]) {
      const texts = values.map((value, index) => {
        const tail = tails[index] ?? '';
        // Codes of their own, such as `BLK`, stand until the next sign.
        if (rendering === null) return /^[^-_/ ]+/.exec(tail)?.[0] ?? '';
        const text = value === undefined ? '' : rendering(value);
        return tail.toUpperCase().startsWith(text) ? tail.slice(0, text.length) : '';
      });
      const textsByValue = new Map<string, string>();
      const isOneEach = values.every((value, index) => {
        const text = texts[index] ?? '';
        if (value === undefined || text === '') return false;
        const key = axisValueKey(value.value);
        if (textsByValue.has(key)) return textsByValue.get(key) === text;
        if ([...textsByValue.values()].includes(text)) return false;
        textsByValue.set(key, text);
        return true;
      });
      if (!isOneEach) continue;
      const ends = starts.map((start, index) => start + (texts[index]?.length ?? 0));
      const rest = inferAxisSchemes(siblings, ends, others);
      if (rest !== null)
        return [
          {
            axis,
            separator,
            texts: textsByValue,
            rendering: rendering ?? (({ text }) => toSkuSegment(text)),
          },
          ...rest,
        ];
    }
  }
  return null;
}

/** Returns the possible beginnings of SKUs before their axes: the SKU of the model, or what they share until a sign. */
function prefixesOf(family: string, siblings: readonly Sibling[]): readonly string[] {
  const [first] = siblings;
  if (first === undefined) return [];
  const isShared = (text: string) =>
    siblings.every(({ sku }) => sku.toUpperCase().startsWith(text.toUpperCase()));
  const cuts = [...first.sku.matchAll(/[-_/. ]/g)].map(({ index }) => first.sku.slice(0, index));
  return [family, ...cuts].filter(isShared);
}

/** Returns the scheme that the SKUs of variants follow; that of new families where none can be seen. */
export function inferSkuScheme(
  family: string,
  levels: readonly (readonly string[])[],
  existing: readonly ExistingProduct[],
): SkuScheme {
  const siblings = existing.filter(({ type }) => type === 'VARIANT');
  for (const prefix of prefixesOf(family, siblings)) {
    const matchingAxes = inferAxisSchemes(
      siblings,
      siblings.map(() => prefix.length),
      levels.flat(),
    );
    if (matchingAxes === null) continue;
    const begin = prefix.toUpperCase() === family.toUpperCase() ? '{family}' : prefix;
    const isLower = siblings.every(({ sku }) => /[a-z]/.test(sku) && !/[A-Z]/.test(sku));
    return {
      pattern: begin + matchingAxes.map(({ separator, axis }) => `${separator}{${axis}}`).join(''),
      textOf: (axis, value) => {
        const one = matchingAxes.find((axisScheme) => axisScheme.axis === axis);
        const siblingText = one?.texts.get(axisValueKey(value.value));
        if (siblingText !== undefined) return siblingText;
        const text = one?.rendering(value) ?? toSkuSegment(value.text);
        return isLower ? text.toLowerCase() : text;
      },
    };
  }
  return { pattern: defaultPattern(levels), textOf: (_, { text }) => toSkuSegment(text) };
}
