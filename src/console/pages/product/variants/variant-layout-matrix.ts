/** A variant with its value on each axis. */
export interface PositionedVariant<Variant> {
  readonly variant: Variant;
  /** Texts of the values by the code of the axis. */
  readonly values: ReadonlyMap<string, string>;
}

export interface MatrixRow<Variant> {
  readonly title: string;
  /** Variants in the order of the columns; null for a combination that does not exist. */
  readonly cells: readonly (Variant | null)[];
}

/** The variants that share the values of all axes but the last two. */
export interface MatrixGroup<Variant> {
  /** The values that they share; empty if there are not more than two axes. */
  readonly above: readonly string[];
  readonly rows: readonly MatrixRow<Variant>[];
}

export interface Matrix<Variant> {
  /** Values of the last axis; one without a title if there is only one axis. */
  readonly columns: readonly string[];
  readonly groups: readonly MatrixGroup<Variant>[];
  /** Number of combinations that do not exist. */
  readonly gaps: number;
}

const NUMBERS = new Intl.Collator('en', { numeric: true });

/** Returns values by the position of their options; those without options as they first appear, numbers by size. */
function inOrder(values: Iterable<string>, options: readonly string[] | undefined): readonly string[] {
  const distinct = [...new Set(values)];
  if (options !== undefined) {
    const positions = new Map(options.map((option, position) => [option, position]));
    const positionOf = (value: string) => positions.get(value) ?? options.length;
    return distinct.toSorted((one, other) => positionOf(one) - positionOf(other));
  }
  return distinct.every((value) => /^[\d.,]/.test(value)) ? distinct.sort(NUMBERS.compare) : distinct;
}

/** Compares by the first position that differs. */
const comparePositions = (some: readonly number[], others: readonly number[]): number =>
  some.map((one, at) => one - (others[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Maximum number of rows or columns of combinations that nobody has created. */
const MAX_OFFERED = 8;

/**
 * Lays variants out by their axes: the last is across, the one before down, those above make groups.
 *
 * @param choices all values of axes with options, in their order, which is that of rows and columns. Until the variants
 *   differ on each axis, all combinations are offered, as far as there are not too many
 */
export function buildMatrix<Variant>(
  axes: readonly string[],
  variantCells: readonly PositionedVariant<Variant>[],
  choices: ReadonlyMap<string, readonly string[]> = new Map(),
): Matrix<Variant> {
  const across = axes.length > 1 ? axes.at(-1) : undefined;
  const down = axes.length > 1 ? axes.at(-2) : axes[0];
  const above = axes.slice(0, -2);
  const textOn = ({ values }: PositionedVariant<Variant>, axis: string | undefined) =>
    axis === undefined ? '' : (values.get(axis) ?? '');
  const usedOn = (axis: string | undefined, of = variantCells) =>
    inOrder(
      of.map((one) => textOn(one, axis)),
      choices.get(axis ?? ''),
    );
  const isNew = axes.some((axis) => usedOn(axis).length < 2);
  /** Returns all values of an axis, or those that are used if these are too many. */
  const offeredOn = (axis: string | undefined, most: number): readonly string[] | null => {
    const all = isNew && axis !== undefined ? choices.get(axis) : undefined;
    if (all === undefined) return null;
    const offered = [...new Set([...all, ...usedOn(axis)])];
    return offered.length > most ? null : offered;
  };
  const columns = across === undefined ? [''] : (offeredOn(across, MAX_OFFERED) ?? usedOn(across));
  const sharedBy = (one: PositionedVariant<Variant>) => above.map((axis) => textOn(one, axis));
  const members = Map.groupBy(variantCells, (one) => sharedBy(one).join('\n'));
  const orders = above.map((axis) => usedOn(axis));
  const positionsOf = (shared: readonly string[]) => shared.map((text, at) => orders[at]?.indexOf(text) ?? 0);
  const used =
    above.length === 0
      ? [[]]
      : [...members.values()]
          .flatMap(([one]) => (one ? [sharedBy(one)] : []))
          .toSorted((one, other) => comparePositions(positionsOf(one), positionsOf(other)));
  const rows = offeredOn(down, Math.floor(MAX_OFFERED / Math.max(1, used.length)));
  const most = Math.floor(MAX_OFFERED / Math.max(1, (rows ?? usedOn(down)).length));
  const offeredAbove = above.length === 1 ? offeredOn(above[0], most)?.map((value) => [value]) : undefined;
  const groups = (offeredAbove ?? used).map((shared) => {
    const own = members.get(shared.join('\n')) ?? [];
    return {
      above: shared,
      rows: (rows ?? usedOn(down, own.length === 0 ? variantCells : own)).map((row) => ({
        title: row,
        cells: columns.map(
          (column) =>
            own.find((one) => textOn(one, down) === row && textOn(one, across) === column)?.variant ?? null,
        ),
      })),
    };
  });
  const cells = groups.flatMap((group) => group.rows.flatMap((row) => row.cells));
  return { columns, groups, gaps: cells.filter((cell) => cell === null).length };
}
