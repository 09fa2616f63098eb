interface Member {
  readonly sku: string;
  readonly label: string;
}

/** The variants of a family below one model. */
export interface FamilyGroup<Variant> {
  /** It is null where the variants stand right below the family itself. */
  readonly model: Member | null;
  readonly variants: readonly Variant[];
}

/** Returns the variants of a family by the model above them, in their order. */
export function groupFamily<Variant extends Member & { readonly parent: Member | null }>(
  family: string,
  variants: readonly Variant[],
): readonly FamilyGroup<Variant>[] {
  const groups = Map.groupBy(variants, ({ parent }) => parent?.sku ?? family);
  return [...groups].map(([sku, members]) => ({
    model: sku === family ? null : (members[0]?.parent ?? null),
    variants: members,
  }));
}

interface OrderedValue {
  readonly json: unknown;
  readonly attribute: { readonly code: string };
}

/** Returns variants by the positions of their options, axis by axis, as the matrix of their model has them. */
export function inOptionOrder<Variant extends { readonly axes: readonly OrderedValue[] }>(
  variants: readonly Variant[],
  axes: readonly string[],
  options: ReadonlyMap<string, readonly { readonly code: string }[]>,
): readonly Variant[] {
  const positionOf = (axis: string, variant: Variant): number => {
    const own = options.get(axis);
    const value = variant.axes.find(({ attribute }) => attribute.code === axis)?.json;
    // Amounts and texts have no options: those variants stay as they are.
    if (own === undefined) return 0;
    const position = own.findIndex(({ code }) => code === value);
    return position === -1 ? own.length : position;
  };
  return variants.toSorted((one, other) => {
    for (const axis of axes) {
      const difference = positionOf(axis, one) - positionOf(axis, other);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** The siblings of a variant, in the order of their model. */
export interface Siblings<Sibling extends Member> {
  readonly place: number;
  readonly count: number;
  readonly previous: Sibling | null;
  readonly next: Sibling | null;
}

/** Returns the position of a product among the children of its model; null if it is not among them. */
export function findSiblings<Sibling extends Member>(
  sku: string,
  siblings: readonly Sibling[],
): Siblings<Sibling> | null {
  const at = siblings.findIndex((sibling) => sibling.sku === sku);
  if (at === -1) return null;
  return {
    place: at + 1,
    count: siblings.length,
    previous: siblings[at - 1] ?? null,
    next: siblings[at + 1] ?? null,
  };
}

interface AxisValue {
  readonly display: string;
  readonly attribute: { readonly code: string; readonly type: string; readonly label: string };
}

/** Returns the values of axes, in their order: `Oiled oak · 7 W`. */
export const formatAxisValues = (values: readonly AxisValue[], axes: readonly string[]): string =>
  axes
    .flatMap((axis) => values.find(({ attribute }) => attribute.code === axis) ?? [])
    // "Yes" alone means nothing.
    .map(({ display, attribute: { type, label } }) => (type === 'BOOLEAN' ? `${label}: ${display}` : display))
    .join(' · ');

/** Returns the part that distinguishes a variant: its label without that of its model. */
export const variantSuffix = (label: string, model: string): string =>
  label.startsWith(`${model}, `) ? label.slice(model.length + 2).replaceAll(', ', ' · ') : label;
