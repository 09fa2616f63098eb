import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { RowResume, SourceRow } from '../source-row.ts';
import { isTableRow } from '../source-row.ts';
import { textUnknown } from './fill-down.ts';
import type { GroupPlan } from './group-plan.ts';
import { type GroupRows, recordsOf } from './group-records.ts';

/** Rows and characters of one group, which are in memory together. */
const MAXIMUM_ROWS = 5_000;
const MAXIMUM_CHARACTERS = 16_000_000;

/** Position before a group, at which reading continues if an import stops inside the group. */
interface Start {
  readonly end: number;
  readonly resume: Omit<RowResume, 'skip'>;
  readonly brokenRows: number;
}

/** A group under way. */
interface Group extends GroupRows {
  readonly name: string;
  readonly rows: SourceRow[];
  readonly failed: SourceRow[];
  characters: number;
  /** The row before could not be read, so a row without a text of its own may belong to another group. */
  isUnknown: boolean;
}

/**
 * Makes a model and its variants of the rows that follow each other with the same text in one column, or with none there.
 * The model comes first: its cells are the first filled ones of the group, of lists those of all rows. A row is a
 * variant if one of the columns of variants is filled. The number of a model whose first row is a variant, too, is
 * negative, so that both have a number of their own. Rows that cannot be read come last, and so do those of which no row
 * says the group.
 *
 * @param start position of the rows, and the group whose further rows are left out
 * @param skip records of the first group that an earlier attempt has handed on already
 */
export async function* splitGroups(
  rows: AsyncGenerator<SourceRow>,
  plan: GroupPlan,
  start: Start,
  skip: number,
): AsyncGenerator<SourceRow> {
  let before = start;
  let skipped = skip;
  let group: Group | null = null;
  let fullGroup = start.resume.fullGroup;
  const groupColumn = plan.columns[plan.groupPosition] ?? '';
  const resumeAfter = (row: SourceRow): Start['resume'] => {
    const { skip: _none, ...resume } = row.resume ?? { row: row.number };
    return fullGroup === undefined ? resume : { ...resume, fullGroup };
  };
  function* flush(): Generator<SourceRow> {
    const records = group === null ? [] : recordsOf(group, plan);
    const last = group === null ? undefined : lastOf(group);
    group = null;
    if (last === undefined) return;
    for (const [index, record] of records.entries()) {
      if (index < skipped) continue;
      if (index === records.length - 1) {
        const { end, brokenRows, isLast } = last;
        yield { ...record, end, brokenRows, isLast, resume: resumeAfter(last) };
      } else {
        // Inside a group, reading continues before it and passes over what was handed on.
        const { end, brokenRows, resume } = before;
        yield { ...record, end, brokenRows, isLast: false, resume: { ...resume, skip: index + 1 } };
      }
    }
    skipped = 0;
    before = { end: last.end, brokenRows: last.brokenRows, resume: resumeAfter(last) };
  }
  /** Hands on a row that belongs to no group. */
  function* single(row: SourceRow): Generator<SourceRow> {
    const resume = resumeAfter(row);
    yield { ...row, resume };
    before = { end: row.end, brokenRows: row.brokenRows, resume };
  }
  /** Hands on a row with a problem: after the group under way, which ends there if it has no room. */
  function* fail(row: SourceRow): Generator<SourceRow> {
    if (group !== null && hasRoom(group)) {
      group.failed.push(row);
      group.characters += charactersOf(row);
      return;
    }
    if (group !== null) fullGroup = group.name;
    yield* flush();
    yield* single(row);
  }
  for await (const row of rows) {
    const { problem, text, isFailedRow } = readGroup(row, plan, groupColumn);
    const current: Group | null = group;
    if (isFailedRow) {
      yield* flush();
      fullGroup = undefined;
      yield* single(row);
    } else if (problem !== null) {
      if (current !== null) current.isUnknown = true;
      yield* fail({ ...row, problem });
    } else if (fullGroup !== undefined && (text === '' || text === fullGroup)) {
      yield* single(tooLarge(row));
    } else if (current !== null && (text === '' ? !current.isUnknown : text === current.name)) {
      current.isUnknown = false;
      if (hasRoom(current)) {
        current.rows.push(row);
        current.characters += charactersOf(row);
      } else yield* fail(tooLarge(row));
    } else if (text !== '') {
      yield* flush();
      fullGroup = undefined;
      group = { name: text, rows: [row], failed: [], characters: charactersOf(row), isUnknown: false };
    } else yield* fail({ ...row, problem: textUnknown(groupColumn) });
  }
  yield* flush();
}

const hasRoom = ({ rows, failed, characters }: Group): boolean =>
  rows.length + failed.length < MAXIMUM_ROWS && characters < MAXIMUM_CHARACTERS;

const charactersOf = ({ source }: SourceRow): number =>
  isTableRow(source) ? source.reduce((sum, cell) => sum + (cell?.length ?? 0), 0) : 0;

/** Returns the row of a group that comes last in the file. */
function lastOf({ rows, failed }: GroupRows): SourceRow | undefined {
  const [row, broken] = [rows.at(-1), failed.at(-1)];
  return broken !== undefined && (row === undefined || broken.end > row.end) ? broken : row;
}

interface GroupReading {
  /** Reason why the group of the row is not known. */
  readonly problem: FieldProblem | null;
  readonly text: string;
  /** True for a row of a file of failed rows, which was made of a group already. */
  readonly isFailedRow: boolean;
}

function readGroup(
  { problem, source, cellProblems = [] }: SourceRow,
  plan: GroupPlan,
  column: string,
): GroupReading {
  const unreadable = problem ?? cellProblems.find(({ path }) => path.at(-1) === column) ?? null;
  if (unreadable !== null || !isTableRow(source))
    return { problem: unreadable, text: '', isFailedRow: false };
  const isFailedRow = (source[plan.recordPosition] ?? '') !== '';
  return { problem: null, text: (source[plan.groupPosition] ?? '').trim(), isFailedRow };
}

const tooLarge = (row: SourceRow): SourceRow => ({
  ...row,
  problem: fieldProblem(
    'too-many-items',
    [],
    localized('row-group-too-large', { rows: MAXIMUM_ROWS, characters: MAXIMUM_CHARACTERS }),
  ),
});
