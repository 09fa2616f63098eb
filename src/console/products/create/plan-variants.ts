/** A value of an axis: what the API takes, and what stands for it in SKUs. */
export interface AxisValue {
  readonly value: unknown;
  readonly text: string;
}

/** An axis, and the values for which there will be products. */
export interface AxisChoice {
  readonly code: string;
  readonly values: readonly AxisValue[];
}

/** A product to be created, its model before it. */
export interface PlannedVariant {
  readonly sku: string;
  readonly parent: string;
  readonly type: 'MODEL' | 'VARIANT';
  readonly values: readonly { readonly attribute: string; readonly value: unknown }[];
}

/** A model between that is there already. */
export interface ExistingModel {
  readonly sku: string;
  /** Its values of axes, as the API has them, by the code of the axis. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** A value of an axis as it is compared: amounts as texts, with their unit. */
const keyOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `${Number(Reflect.get(value, 'amount'))} ${Reflect.get(value, 'unit')}`
    : String(value);

/** `{family}-{finish}-{wattage}`: the SKU of the model, then each axis. */
export const defaultPattern = (levels: readonly (readonly string[])[]): string =>
  ['family', ...levels.flat()].map((code) => `{${code}}`).join('-');

/** `Oiled oak` → `OILED-OAK`. */
const forSku = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');

/** A pattern with what is known; what is not known yet is left out with the sign before it. */
function fill(pattern: string, known: ReadonlyMap<string, string>): string {
  return pattern.replace(/([^{}]?)\{(\w+)\}/g, (_, sign: string, name: string) => {
    const text = known.get(name);
    return text === undefined ? '' : `${sign}${text}`;
  });
}

/**
 * All combinations of the chosen values below a model: on each level the products that differ in its axes.
 *
 * @param levels the axes of each level below the model, outermost first
 * @param existing the models of the level below: they are not planned again, and get the variants of their values
 */
export function planVariants(
  family: string,
  levels: readonly (readonly AxisChoice[])[],
  pattern: string,
  existing: readonly ExistingModel[] = [],
): readonly PlannedVariant[] {
  const planned: PlannedVariant[] = [];
  const descend = (level: number, parent: string, known: ReadonlyMap<string, string>) => {
    const axes = levels[level];
    if (axes === undefined) return;
    for (const combination of combinations(axes)) {
      const names = new Map(known);
      for (const { code, text } of combination) names.set(code, forSku(text));
      const isLast = level === levels.length - 1;
      const found = existing.find(
        ({ values }) =>
          !isLast && combination.every(({ code, value }) => keyOf(values.get(code)) === keyOf(value)),
      );
      if (found !== undefined) {
        descend(level + 1, found.sku, names);
        continue;
      }
      const sku = fill(pattern, names);
      planned.push({
        sku,
        parent,
        type: isLast ? 'VARIANT' : 'MODEL',
        values: combination.map(({ code, value }) => ({ attribute: code, value })),
      });
      descend(level + 1, sku, names);
    }
  };
  descend(0, family, new Map([['family', family]]));
  return planned;
}

type Combination = readonly (AxisValue & { readonly code: string })[];

const combinations = (axes: readonly AxisChoice[]): readonly Combination[] =>
  axes.reduce<readonly Combination[]>(
    (found, { code, values }) =>
      found.flatMap((combination) => values.map((value) => [...combination, { code, ...value }])),
    [[]],
  );
