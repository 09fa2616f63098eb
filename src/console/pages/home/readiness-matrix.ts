/** Completeness of the products of an attribute set in a channel and locale. */
export interface Readiness {
  readonly attributeSet: { readonly code: string; readonly label: string };
  readonly channel: { readonly code: string; readonly label: string };
  readonly locale: { readonly code: string; readonly label: string };
  readonly products: number;
  readonly complete: number;
  /** Mean completeness in percent. */
  readonly mean: number;
}

interface Cell {
  /** Percentage from 0 to 100; 100 only if every product is complete. */
  readonly percent: number;
  readonly products: number;
  readonly incomplete: number;
}

interface Row {
  readonly code: string;
  readonly label: string;
  /** Number of products of the set in the channel that sells most of them. */
  readonly products: number;
  /** Cells, one for each column; null where no product of the set is sold. */
  readonly cells: readonly (Cell | null)[];
}

export interface ReadinessMatrix {
  readonly channels: readonly { readonly code: string; readonly label: string; readonly columns: number }[];
  readonly columns: readonly Pick<Readiness, 'channel' | 'locale'>[];
  /** Rows of the attribute sets, the worst first. */
  readonly rows: readonly Row[];
}

function toCell(entry: Readiness | undefined): Cell | null {
  if (entry === undefined || entry.products === 0) return null;
  const { products, complete, mean } = entry;
  const percent = complete === products ? 100 : Math.min(99, Math.floor(mean));
  return { percent, products, incomplete: products - complete };
}

function rowMean({ cells }: Row): number {
  const percents = cells.flatMap((cell) => cell?.percent ?? []);
  return percents.reduce((sum, percent) => sum + percent, 0) / percents.length;
}

/**
 * Returns the table of attribute sets by channels with their locales. Sets without products have no row.
 *
 * @param currentChannel the code of the channel whose columns come first
 */
export function toReadinessMatrix(
  unordered: readonly Readiness[],
  currentChannel: string | null,
): ReadinessMatrix {
  const entries = unordered.toSorted(
    (one, other) =>
      Number(other.channel.code === currentChannel) - Number(one.channel.code === currentChannel),
  );
  const keyOf = ({ channel, locale }: Pick<Readiness, 'channel' | 'locale'>) =>
    `${channel.code}/${locale.code}`;
  const byChannel = Map.groupBy(entries, ({ channel }) => channel.code);
  const columns = [...byChannel.values()].flatMap((ofChannel) => [
    ...new Map(ofChannel.map((entry) => [keyOf(entry), entry])).values(),
  ]);
  const rows = [...Map.groupBy(entries, ({ attributeSet }) => attributeSet.code)].map(
    ([code, ofSet]): Row => {
      const cells = columns.map((column) => toCell(ofSet.find((entry) => keyOf(entry) === keyOf(column))));
      const products = Math.max(...ofSet.map((entry) => entry.products));
      return { code, label: ofSet[0]?.attributeSet.label ?? code, products, cells };
    },
  );
  return {
    channels: [...byChannel].map(([code, ofChannel]) => ({
      code,
      label: ofChannel[0]?.channel.label ?? code,
      columns: columns.filter(({ channel }) => channel.code === code).length,
    })),
    columns,
    rows: rows
      .filter(({ products }) => products > 0)
      .toSorted((one, other) => rowMean(one) - rowMean(other) || other.products - one.products),
  };
}

/** Returns the colour of a cell: 0 (pale) to 4, in steps of 20 percent. */
export const heatLevel = (percent: number): number => Math.min(4, Math.floor(percent / 20));

const MAX_COLUMNS = 12;

/** Returns the columns of the grid that fill a gap: readiness, then what is missing, most often first. */
export const incompleteColumns = (missing: readonly string[]): string =>
  ['.status', '.readiness', ...missing.slice(0, MAX_COLUMNS)].join(',');

/** Returns the conditions of the grid that find the products of a cell. */
export const incompleteConditions = (attributeSet: string, cell: Pick<Cell, 'incomplete'>) => [
  { field: 'attribute_set', operator: 'eq', value: attributeSet },
  ...(cell.incomplete === 0 ? [] : [{ field: 'completeness', operator: 'lt', value: '100' }]),
];

const ARROW_OFFSETS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface Position {
  readonly row: number;
  readonly column: number;
}

/** Returns the next cell with a number in the direction of an arrow key; null at the edge and for other keys. */
export function nextCell(rows: readonly Pick<Row, 'cells'>[], from: Position, key: string): Position | null {
  const [down, right] = ARROW_OFFSETS[key] ?? [0, 0];
  if (down === 0 && right === 0) return null;
  let row = from.row + down;
  let column = from.column + right;
  while (rows[row]?.cells[column] !== undefined) {
    if (rows[row]?.cells[column] !== null) return { row, column };
    row += down;
    column += right;
  }
  return null;
}
