import type { SourceRow } from '../../file-formats/index.ts';
import type { PlannedRow, RowPlanner } from '../rows/plan-rows.ts';
import type { ImportCheckpoint } from './import-input.ts';
import type { RowChunk, RowPosition } from './import-rows.ts';

/** Rows of one step, and so of one transaction. */
const CHUNK_ROWS = 1_000;
/** Bytes of the file in one step: rows may be long. */
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Rows that were taken from a file and belong to the next chunk. */
const HELD = new WeakMap<AsyncGenerator<SourceRow>, { row: SourceRow; planned: PlannedRow }>();

/** Returns the position at which reading continues after a row. */
function positionAfter({ end, number, resume }: Pick<SourceRow, 'end' | 'number' | 'resume'>): RowPosition {
  const { row = number, ...state } = resume ?? {};
  return { byte: end, row, resume: Object.keys(state).length === 0 ? undefined : state };
}

/**
 * Takes the next rows of a file: as many as fit into one step, and none about an object that an earlier one of them is
 * about.
 */
export async function readChunk(
  source: AsyncGenerator<SourceRow>,
  planner: RowPlanner,
  { byte: start, row: before, brokenRows: broken, resume }: ImportCheckpoint,
): Promise<RowChunk> {
  const rows: PlannedRow[] = [];
  const ends = new Map<PlannedRow, RowPosition>();
  const keys = new Set<string>();
  let last: Pick<SourceRow, 'end' | 'number' | 'brokenRows' | 'isLast' | 'resume'> = {
    end: start,
    number: before,
    brokenRows: broken,
    isLast: false,
    ...(resume !== undefined && { resume: { row: before, ...resume } }),
  };
  const bufferedRows = HELD.get(source);
  HELD.delete(source);
  const chunk = (isEnd: boolean): RowChunk => ({
    rows,
    ends,
    isEnd,
    ...positionAfter(last),
    brokenRows: last.brokenRows,
    isBrokenOff: last.isLast,
  });
  let next = bufferedRows;
  for (;;) {
    if (next === undefined) {
      const { done, value } = await source.next();
      if (done === true) return chunk(true);
      next = { row: value, planned: planner.plan(value) };
    }
    const { row, planned } = next;
    if (planned.key !== '' && keys.has(planned.key)) {
      HELD.set(source, next);
      return chunk(false);
    }
    keys.add(planned.key);
    rows.push(planned);
    ends.set(planned, positionAfter(row));
    last = row;
    next = undefined;
    if (row.isLast) return chunk(true);
    if (rows.length >= CHUNK_ROWS || row.end - start >= CHUNK_BYTES) return chunk(false);
  }
}
