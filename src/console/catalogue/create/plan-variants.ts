/** A value of an axis, for the API and for people. */
export interface AxisValue {
  readonly value: unknown;
  readonly label: string;
  /** Text of the value in SKUs that follow no scheme: the code of an option, an amount without the usual unit. */
  readonly text: string;
}

/** An axis, and the values for which there will be products. */
export interface SelectedAxis {
  readonly code: string;
  readonly values: readonly AxisValue[];
}

/** A product to be created, its model before it. */
export interface PlannedVariant {
  readonly sku: string;
  readonly parent: string;
  readonly type: 'MODEL' | 'VARIANT';
  /** The labels of its values, from the outermost axis. */
  readonly labels: readonly string[];
  readonly values: readonly { readonly attribute: string; readonly value: unknown }[];
}

/** A product that the family has already. */
export interface ExistingProduct {
  readonly sku: string;
  readonly type: 'MODEL' | 'VARIANT';
  /** Its values of axes by the code of the axis. */
  readonly values: ReadonlyMap<string, AxisValue>;
}

/** Returns a value of an axis as it is compared: amounts as texts, with their unit. */
export const axisValueKey = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `${Number(Reflect.get(value, 'amount'))} ${Reflect.get(value, 'unit')}`
    : String(value);

/** Returns the key of a planned product, which stays when its SKU changes. */
export const plannedVariantKey = ({ labels }: Pick<PlannedVariant, 'labels'>): string => labels.join('\n');

/** Returns `{family}-{finish}-{wattage}`: the SKU of the model, then each axis. */
export const defaultPattern = (levels: readonly (readonly string[])[]): string =>
  ['family', ...levels.flat()].map((code) => `{${code}}`).join('-');

/** Converts text for an SKU: `Oiled oak` → `OILED-OAK`. */
export const toSkuSegment = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns a pattern with the known values; unknown ones are left out with the sign before them. */
function fillPattern(pattern: string, textsByName: ReadonlyMap<string, string>): string {
  return pattern.replace(/([^{}]?)\{(\w+)\}/g, (_, sign: string, name: string) => {
    const text = textsByName.get(name);
    return text === undefined ? '' : `${sign}${text}`;
  });
}

/**
 * Plans all combinations of the chosen values below a model: on each level the products that differ in its axes.
 * Combinations that the family has already are left out; its models get the variants of their values.
 *
 * @param levels the axes of each level below the model, outermost first
 * @param edited SKUs that somebody has typed, by {@link plannedVariantKey}
 * @param textOf the text of a value in SKUs
 */
export function planVariants(
  family: string,
  levels: readonly (readonly SelectedAxis[])[],
  pattern: string,
  existing: readonly ExistingProduct[] = [],
  edited: ReadonlyMap<string, string> = new Map(),
  textOf: (axis: string, value: AxisValue) => string = (_, { text }) => toSkuSegment(text),
): readonly PlannedVariant[] {
  const planned: PlannedVariant[] = [];
  const descend = (level: number, parent: string, above: Combination) => {
    const axes = levels[level];
    if (axes === undefined) return;
    const type = level === levels.length - 1 ? 'VARIANT' : 'MODEL';
    for (const own of combinations(axes)) {
      const combination = [...above, ...own];
      const existingProduct = existing.find(
        (one) =>
          one.type === type &&
          combination.every(({ code, value }) => {
            const has = one.values.get(code);
            return has !== undefined && axisValueKey(has.value) === axisValueKey(value);
          }),
      );
      if (existingProduct !== undefined) {
        descend(level + 1, existingProduct.sku, combination);
        continue;
      }
      const labels = combination.map(({ label }) => label);
      const texts = combination.map((one) => [one.code, textOf(one.code, one)] as const);
      const sku =
        edited.get(plannedVariantKey({ labels })) ??
        fillPattern(pattern, new Map([['family', family], ...texts]));
      const values = own.map(({ code, value }) => ({ attribute: code, value }));
      planned.push({ sku, parent, type, labels, values });
      descend(level + 1, sku, combination);
    }
  };
  descend(0, family, []);
  return planned;
}

type Combination = readonly (AxisValue & { readonly code: string })[];

const combinations = (axes: readonly SelectedAxis[]): readonly Combination[] =>
  axes.reduce<readonly Combination[]>(
    (partialCombinations, { code, values }) =>
      partialCombinations.flatMap((combination) =>
        values.map((value) => [...combination, { code, ...value }]),
      ),
    [[]],
  );
