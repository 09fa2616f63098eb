/** Units of amounts by attribute, both by code. */
export type ConversionUnits = Readonly<Record<string, string>>;

/** Returns units in the order of their attributes, so that equal ones are equal texts. */
export const sortUnits = (units: readonly (readonly [string, string])[]): ConversionUnits =>
  Object.fromEntries(units.toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Returns units with another one for an attribute; without it where the unit is null. */
export const withUnit = (units: ConversionUnits, attribute: string, unit: string | null): ConversionUnits =>
  sortUnits([
    ...Object.entries(units).filter(([code]) => code !== attribute),
    ...(unit === null ? [] : [[attribute, unit] as const]),
  ]);
