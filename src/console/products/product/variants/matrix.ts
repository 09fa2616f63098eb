/** A variant with its value on each axis. */
export interface Placed<Variant> {
  readonly variant: Variant;
  /** Texts by the code of the axis. */
  readonly values: ReadonlyMap<string, string>;
}

export interface MatrixRow<Variant> {
  readonly title: string;
  /** In the order of the columns; null for a combination that does not exist. */
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
  /** Combinations that do not exist. */
  readonly gaps: number;
}

const NUMBERS = new Intl.Collator('en', { numeric: true });

/** Values as they first appear, numbers by size. */
function inOrder(values: Iterable<string>): readonly string[] {
  const distinct = [...new Set(values)];
  return distinct.every((value) => /^[\d.,]/.test(value)) ? distinct.sort(NUMBERS.compare) : distinct;
}

/** Lays variants out by their axes: the last is across, the one before down, those above make groups. */
export function layOut<Variant>(
  axes: readonly string[],
  placed: readonly Placed<Variant>[],
): Matrix<Variant> {
  const across = axes.length > 1 ? axes.at(-1) : undefined;
  const down = axes.length > 1 ? axes.at(-2) : axes[0];
  const above = axes.slice(0, -2);
  const textOn = ({ values }: Placed<Variant>, axis: string | undefined) =>
    axis === undefined ? '' : (values.get(axis) ?? '');
  const columns = inOrder(placed.map((one) => textOn(one, across)));
  const sharedBy = (one: Placed<Variant>) => above.map((axis) => textOn(one, axis));
  const groups = [...Map.groupBy(placed, (one) => sharedBy(one).join('\n')).values()].map((members) => ({
    above: members[0] === undefined ? [] : sharedBy(members[0]),
    rows: inOrder(members.map((one) => textOn(one, down))).map((row) => ({
      title: row,
      cells: columns.map(
        (column) =>
          members.find((one) => textOn(one, down) === row && textOn(one, across) === column)?.variant ?? null,
      ),
    })),
  }));
  const cells = groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  return { columns, groups, gaps: cells.filter((cell) => cell === null).length };
}
