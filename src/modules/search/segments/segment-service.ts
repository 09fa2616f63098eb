import type pg from 'pg';
import type { Transaction } from '../../../kernel/operation.ts';
import type {
  RowPredicate,
  RowQuery,
  RowQueryBatch,
  RowQueryResult,
} from '../../../kernel/search/row-counter.ts';
import { SerialConnection } from '../../../platform/database/serial-connection.ts';
import { readChangedObjects } from '../../../platform/ledger/changed-objects.ts';
import { readLedgerState, subtractClockMargin } from '../../../platform/ledger/read-ledger.ts';
import { readStructureRevision } from '../../../platform/resource/structure-revision.ts';
import type { ResolvedCondition } from './evaluate.ts';
import { idText, RowIds } from './row-ids.ts';
import { SEGMENT_ROWS } from './segment.ts';
import { type ResolvedQuery, SegmentIndex } from './segment-index.ts';
import {
  copyNumbersAfter,
  copyRowsAfter,
  copyRowsById,
  findRowIds,
  withDescendants,
  withSnapshot,
} from './segment-rows.store.ts';

/** Parts of a condition that find more by SQL than this are not worth it. */
const MAX_SQL_MATCHES = 20_000;
/** A question waits no longer for statements. */
const ASK_TIMEOUT_MS = 1_000;
const READ_TIMEOUT_MS = 60_000;
/** Maximum lag in events or changed rows; beyond it, segments catch up in the background, in steps of this size. */
const MAX_CATCH_UP_EVENTS = 2_000;
const MAX_CATCH_UP_ROWS = 5_000;
/** Maximum lag as a part of the rows; beyond it, the segments are built anew. */
const MAX_LAG_RATIO = 0.5;
/** Time in milliseconds for which an organization that needs too much memory is not tried again. */
const TOO_LARGE_FOR_MS = 3_600_000;

export interface SegmentSettings {
  readonly connectionString: string;
  /** Maximum memory in bytes that segments of all organizations take. */
  readonly memoryBytes: number;
  /** Reports errors in the background. */
  readonly onError: (error: unknown) => void;
}

/** Statistics of the segments of a process. */
export interface SegmentStats {
  readonly organizations: number;
  readonly segments: number;
  readonly rows: number;
  readonly bytes: number;
}

/** The segments of an organization and what they stand for: its rows as of an event of its ledger. */
class Organization {
  readonly id: string;
  readonly index = new SegmentIndex();
  isReady = false;
  /** Too large for the memory there is, until a moment. */
  refusedUntil = 0;
  applied = 0;
  epoch = '';
  /** No event behind `applied` is older. */
  since = new Date(0);
  isCatchingUp = false;
  /** The configuration that its numbers are of: it says what stands in which column. */
  revision = 0;
  /** Numbers that are being read; new segments have them already. */
  readonly loading = new Set<string>();

  constructor(id: string) {
    this.id = id;
  }

  rowsRead(): { readonly organizationId: string; readonly numbers: readonly string[] } {
    return { organizationId: this.id, numbers: [...this.index.numbers, ...this.loading] };
  }
}

/**
 * Answers questions from segments, exactly as of the moment when they are asked. Segments are built when an organization
 * is first asked about, as of some event B. For each question the rows that have changed since are read again, in the same
 * snapshot that says what the last event is: what rows answer never changes without an event (decision 58). What takes
 * longer happens in the background; there are no answers meanwhile.
 */
export class SegmentService {
  readonly #settings: SegmentSettings;
  /** The one asked last comes last. */
  readonly #organizations = new Map<string, Organization>();
  readonly #asking: SerialConnection;
  readonly #background: SerialConnection;

  constructor(settings: SegmentSettings) {
    this.#settings = settings;
    this.#asking = new SerialConnection(settings.connectionString, 'catalograph-segments');
    this.#background = new SerialConnection(settings.connectionString, 'catalograph-segments');
  }

  get stats(): SegmentStats {
    const all = [...this.#organizations.values()].map(({ index }) => index);
    const sum = (of: (index: SegmentIndex) => number) => all.reduce((total, index) => total + of(index), 0);
    return {
      organizations: all.length,
      segments: sum(({ segments }) => segments.length),
      rows: sum(({ rowCount }) => rowCount),
      bytes: sum(({ bytes }) => bytes),
    };
  }

  /** Returns the answers, or null when there are none at present. */
  async ask(request: RowQueryBatch): Promise<readonly RowQueryResult[] | null> {
    const { organizationId } = request;
    const organization = this.#organizations.get(organizationId) ?? new Organization(organizationId);
    const isNew = !this.#organizations.has(organizationId);
    this.#organizations.delete(organizationId);
    this.#organizations.set(organizationId, organization);
    if (isNew || (organization.refusedUntil > 0 && organization.refusedUntil < Date.now())) {
      organization.refusedUntil = 0;
      this.#inBackground(organization, (client) => this.#build(client, organization));
    }
    if (!organization.isReady || organization.isCatchingUp) return null;
    return this.#asking.run((client) => this.#answer(client, organization, request));
  }

  async close(): Promise<void> {
    this.#organizations.clear();
    await Promise.all([this.#asking.close(), this.#background.close()]);
  }

  async #answer(
    client: pg.Client,
    organization: Organization,
    { revision, questions }: RowQueryBatch,
  ): Promise<readonly RowQueryResult[] | null> {
    const { index } = organization;
    if (organization.isCatchingUp) return null;
    const answers = await withSnapshot(client, organization.id, ASK_TIMEOUT_MS, async (transaction) => {
      const counter = await readLedgerState(transaction, organization.id);
      if (counter.epoch !== organization.epoch) {
        this.#organizations.delete(organization.id);
        return null;
      }
      if ((await readStructureRevision(transaction, organization.id)) !== revision) return null;
      if (!this.#hasNumbers(organization, revision, numbersOf(questions))) return null;
      if (!(await this.#follow(client, transaction, organization, counter.lastSequence))) {
        organization.isCatchingUp = true;
        this.#inBackground(organization, (other) => this.#catchUp(other, organization));
        return null;
      }
      // Questions about the same rows share their condition.
      const conditions = new Map<RowPredicate, ResolvedCondition>();
      for (const { condition } of questions) {
        if (conditions.has(condition)) continue;
        const resolvedCondition = await lookUp(transaction, organization.id, condition);
        if (resolvedCondition === null) return null;
        conditions.set(condition, resolvedCondition);
      }
      return index.answer(
        questions.map(
          (question) => ({ ...question, condition: conditions.get(question.condition) }) as ResolvedQuery,
        ),
      );
    });
    if (organization.loading.size === 0) setImmediate(() => index.compact());
    return answers;
  }

  /** Takes in what has changed up to an event; false when that is too much for a question to wait for. */
  async #follow(
    client: pg.Client,
    transaction: Transaction,
    organization: Organization,
    upTo: number,
  ): Promise<boolean> {
    const { id: organizationId, applied: after, since, index } = organization;
    if (upTo === after) return true;
    if (upTo - after > MAX_CATCH_UP_EVENTS) return false;
    const objects = await readChangedObjects(transaction, { organizationId, after, upTo, since });
    const changed = await withDescendants(transaction, organizationId, objects);
    if (changed.size > MAX_CATCH_UP_ROWS) return false;
    if (changed.size > 0)
      index.replace(changed, await copyRowsById(client, organization.rowsRead(), changed));
    organization.applied = upTo;
    return true;
  }

  async #build(client: pg.Client, organization: Organization): Promise<void> {
    const { id, index } = organization;
    const counter = await withSnapshot(client, id, READ_TIMEOUT_MS, (transaction) =>
      readLedgerState(transaction, id),
    );
    organization.applied = counter.lastSequence;
    organization.epoch = counter.epoch;
    organization.since = subtractClockMargin(new Date());
    // Rows that change during this read are read again.
    for (let after: string | null = null; ; ) {
      const segment = await withSnapshot(client, id, READ_TIMEOUT_MS, () =>
        copyRowsAfter(client, organization.rowsRead(), after),
      );
      index.add(segment);
      if (!this.#makeRoom(organization)) return;
      if (segment.ids.size < SEGMENT_ROWS) break;
      after = idText(segment.ids, segment.ids.size - 1);
    }
    organization.isReady = true;
    organization.isCatchingUp = true;
    await this.#catchUp(client, organization);
  }

  /** Takes in step by step what has changed, until a question can do the rest. */
  async #catchUp(client: pg.Client, organization: Organization): Promise<void> {
    const { id: organizationId, index, since } = organization;
    for (;;) {
      const isDone = await withSnapshot(client, organizationId, READ_TIMEOUT_MS, async (transaction) => {
        const { lastSequence, epoch } = await readLedgerState(transaction, organizationId);
        const behind = lastSequence - organization.applied;
        if (
          epoch !== organization.epoch ||
          behind > Math.max(MAX_CATCH_UP_ROWS, index.rowCount * MAX_LAG_RATIO)
        ) {
          this.#organizations.delete(organizationId);
          return true;
        }
        const upTo = Math.min(lastSequence, organization.applied + MAX_CATCH_UP_EVENTS);
        const range = { organizationId, after: organization.applied, upTo, since };
        const objects = await readChangedObjects(transaction, range);
        const changed = await withDescendants(transaction, organizationId, objects);
        for (let from = 0; from < changed.size; from += MAX_CATCH_UP_ROWS) {
          const ids = new RowIds(changed.words.subarray(from * 4, (from + MAX_CATCH_UP_ROWS) * 4));
          index.replace(ids, await copyRowsById(client, organization.rowsRead(), ids));
        }
        organization.applied = upTo;
        return lastSequence - upTo < MAX_CATCH_UP_EVENTS / 2;
      });
      if (organization.loading.size === 0) index.compact();
      if (isDone) break;
    }
    this.#makeRoom(organization);
    organization.isCatchingUp = false;
  }

  /** Returns true if the numbers are in memory; if not, they are read in the background. */
  #hasNumbers(organization: Organization, revision: number, requestedNumbers: readonly string[]): boolean {
    const { index, loading } = organization;
    if (organization.revision !== revision) {
      // A column may have gone from one attribute to another, of which no event tells.
      organization.revision = revision;
      index.dropNumbers();
    }
    const lacking = requestedNumbers.filter((sql) => !index.numbers.has(sql));
    const unread = lacking.filter((sql) => !loading.has(sql));
    if (unread.length > 0)
      this.#inBackground(organization, (client) => this.#loadNumbers(client, organization, unread));
    return lacking.length === 0;
  }

  /** Adds numbers to all segments. */
  async #loadNumbers(
    client: pg.Client,
    organization: Organization,
    requestedNumbers: readonly string[],
  ): Promise<void> {
    const { id, index, loading, revision } = organization;
    const numbers = requestedNumbers.filter((sql) => !index.numbers.has(sql));
    if (numbers.length === 0) return;
    // The segments are read between two questions, so that whatever segment comes after has them.
    const segments = await this.#asking.run(async () => {
      for (const sql of numbers) loading.add(sql);
      return [...index.segments];
    });
    for (const segment of segments)
      for (const sql of numbers)
        segment.numbers.set(sql, new Float64Array(segment.ids.size).fill(Number.NaN));
    for (let after: string | null = null; ; ) {
      const read = await withSnapshot(client, id, READ_TIMEOUT_MS, () =>
        copyNumbersAfter(client, { organizationId: id, numbers }, after),
      );
      for (const segment of segments) segment.takeNumbers(read, numbers);
      if (read.ids.size < SEGMENT_ROWS) break;
      after = idText(read.ids, read.ids.size - 1);
    }
    for (const sql of numbers) {
      loading.delete(sql);
      if (organization.revision === revision) index.numbers.add(sql);
    }
    this.#makeRoom(organization);
  }

  /** Forgets those that were asked about longest ago until the rest fits; false when one is too large by itself. */
  #makeRoom(organization: Organization): boolean {
    if (this.#organizations.get(organization.id) !== organization) return false;
    for (const other of [...this.#organizations.values()]) {
      if (this.stats.bytes <= this.#settings.memoryBytes) return true;
      if (other !== organization) this.#organizations.delete(other.id);
    }
    if (this.stats.bytes <= this.#settings.memoryBytes) return true;
    const rejectedOrganization = new Organization(organization.id);
    rejectedOrganization.refusedUntil = Date.now() + TOO_LARGE_FOR_MS;
    this.#organizations.set(organization.id, rejectedOrganization);
    return false;
  }

  /** Runs a task; one that fails leaves nothing behind that could be wrong. */
  #inBackground(organization: Organization, task: (client: pg.Client) => Promise<void>): void {
    this.#background.run(task).catch((error: unknown) => {
      if (this.#organizations.get(organization.id) === organization)
        this.#organizations.delete(organization.id);
      this.#settings.onError(error);
    });
  }
}

/** Returns the numbers that questions are about, by their SQL. */
function numbersOf(questions: readonly RowQuery[]): string[] {
  const inCondition = (condition: RowPredicate): readonly string[] => {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return condition.of.flatMap(inCondition);
      case 'not':
        return inCondition(condition.of);
      case 'range':
      case 'one-of':
        return [condition.number];
      default:
        return [];
    }
  };
  const numberNames = questions.flatMap((question) => [
    ...inCondition(question.condition),
    ...('numbers' in question ? question.numbers : []),
    ...(question.items ?? []),
  ]);
  return [...new Set(numberNames)];
}

/** Returns a condition with the matches of its parts in SQL; null when one has too many. */
async function lookUp(
  transaction: Transaction,
  organizationId: string,
  condition: RowPredicate,
): Promise<ResolvedCondition | null> {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const of: ResolvedCondition[] = [];
      for (const each of condition.of) {
        const knownCondition = await lookUp(transaction, organizationId, each);
        if (knownCondition === null) return null;
        of.push(knownCondition);
      }
      return { kind: condition.kind, of };
    }
    case 'not': {
      const of = await lookUp(transaction, organizationId, condition.of);
      return of === null ? null : { kind: 'not', of };
    }
    case 'sql': {
      const ids = await findRowIds(transaction, organizationId, condition, MAX_SQL_MATCHES);
      return ids === null ? null : { kind: 'ids', ids };
    }
    default:
      return condition;
  }
}
