import type pg from 'pg';
import type { Transaction } from '../../../kernel/operation.ts';
import type { AskedCondition, RowAnswer, RowQuestion, RowsAsked } from '../../../kernel/search/row-counts.ts';
import { SerialConnection } from '../../../platform/database/serial-connection.ts';
import { readChangedObjects } from '../../../platform/ledger/changed-objects.ts';
import { notBefore, readCounter } from '../../../platform/ledger/read-ledger.ts';
import { readStructureRevision } from '../../../platform/resource/structure-revision.ts';
import type { KnownCondition } from './evaluate.ts';
import { idText, RowIds } from './row-ids.ts';
import { SEGMENT_ROWS } from './segment.ts';
import { type KnownQuestion, SegmentIndex } from './segment-index.ts';
import {
  copyNextNumbers,
  copyNextRows,
  copyRowsOf,
  findRowIds,
  inSnapshot,
  withProductsBelow,
} from './segment-rows.store.ts';

/** Parts of a condition that find more by SQL than this are not worth it. */
const MOST_FOUND = 20_000;
/** A question waits no longer for statements. */
const ASK_TIMEOUT_MS = 1_000;
const READ_TIMEOUT_MS = 60_000;
/** Maximum lag in events or changed rows; beyond it, segments catch up in the background, in steps of this size. */
const MOST_EVENTS = 2_000;
const MOST_ROWS = 5_000;
/** Maximum lag as a part of the rows; beyond it, the segments are built anew. */
const MOST_BEHIND = 0.5;
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
  async ask(asked: RowsAsked): Promise<readonly RowAnswer[] | null> {
    const { organizationId } = asked;
    const organization = this.#organizations.get(organizationId) ?? new Organization(organizationId);
    const isNew = !this.#organizations.has(organizationId);
    this.#organizations.delete(organizationId);
    this.#organizations.set(organizationId, organization);
    if (isNew || (organization.refusedUntil > 0 && organization.refusedUntil < Date.now())) {
      organization.refusedUntil = 0;
      this.#inBackground(organization, (client) => this.#build(client, organization));
    }
    if (!organization.isReady || organization.isCatchingUp) return null;
    return this.#asking.run((client) => this.#answer(client, organization, asked));
  }

  async close(): Promise<void> {
    this.#organizations.clear();
    await Promise.all([this.#asking.close(), this.#background.close()]);
  }

  async #answer(
    client: pg.Client,
    organization: Organization,
    { revision, questions }: RowsAsked,
  ): Promise<readonly RowAnswer[] | null> {
    const { index } = organization;
    if (organization.isCatchingUp) return null;
    const answers = await inSnapshot(client, organization.id, ASK_TIMEOUT_MS, async (transaction) => {
      const counter = await readCounter(transaction, organization.id);
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
      const conditions = new Map<AskedCondition, KnownCondition>();
      for (const { condition } of questions) {
        if (conditions.has(condition)) continue;
        const known = await lookUp(transaction, organization.id, condition);
        if (known === null) return null;
        conditions.set(condition, known);
      }
      return index.answer(
        questions.map(
          (question) => ({ ...question, condition: conditions.get(question.condition) }) as KnownQuestion,
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
    if (upTo - after > MOST_EVENTS) return false;
    const objects = await readChangedObjects(transaction, { organizationId, after, upTo, since });
    const changed = await withProductsBelow(transaction, organizationId, objects);
    if (changed.size > MOST_ROWS) return false;
    if (changed.size > 0) index.replace(changed, await copyRowsOf(client, organization.rowsRead(), changed));
    organization.applied = upTo;
    return true;
  }

  async #build(client: pg.Client, organization: Organization): Promise<void> {
    const { id, index } = organization;
    const counter = await inSnapshot(client, id, READ_TIMEOUT_MS, (transaction) =>
      readCounter(transaction, id),
    );
    organization.applied = counter.lastSequence;
    organization.epoch = counter.epoch;
    organization.since = notBefore(new Date());
    // Rows that change during this read are read again.
    for (let after: string | null = null; ; ) {
      const segment = await inSnapshot(client, id, READ_TIMEOUT_MS, () =>
        copyNextRows(client, organization.rowsRead(), after),
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
      const isDone = await inSnapshot(client, organizationId, READ_TIMEOUT_MS, async (transaction) => {
        const { lastSequence, epoch } = await readCounter(transaction, organizationId);
        const behind = lastSequence - organization.applied;
        if (epoch !== organization.epoch || behind > Math.max(MOST_ROWS, index.rowCount * MOST_BEHIND)) {
          this.#organizations.delete(organizationId);
          return true;
        }
        const upTo = Math.min(lastSequence, organization.applied + MOST_EVENTS);
        const range = { organizationId, after: organization.applied, upTo, since };
        const objects = await readChangedObjects(transaction, range);
        const changed = await withProductsBelow(transaction, organizationId, objects);
        for (let from = 0; from < changed.size; from += MOST_ROWS) {
          const ids = new RowIds(changed.words.subarray(from * 4, (from + MOST_ROWS) * 4));
          index.replace(ids, await copyRowsOf(client, organization.rowsRead(), ids));
        }
        organization.applied = upTo;
        return lastSequence - upTo < MOST_EVENTS / 2;
      });
      if (organization.loading.size === 0) index.compact();
      if (isDone) break;
    }
    this.#makeRoom(organization);
    organization.isCatchingUp = false;
  }

  /** Returns true if the numbers are in memory; if not, they are read in the background. */
  #hasNumbers(organization: Organization, revision: number, asked: readonly string[]): boolean {
    const { index, loading } = organization;
    if (organization.revision !== revision) {
      // A column may have gone from one attribute to another, of which no event tells.
      organization.revision = revision;
      index.dropNumbers();
    }
    const lacking = asked.filter((sql) => !index.numbers.has(sql));
    const unread = lacking.filter((sql) => !loading.has(sql));
    if (unread.length > 0)
      this.#inBackground(organization, (client) => this.#loadNumbers(client, organization, unread));
    return lacking.length === 0;
  }

  /** Adds numbers to all segments. */
  async #loadNumbers(
    client: pg.Client,
    organization: Organization,
    wanted: readonly string[],
  ): Promise<void> {
    const { id, index, loading, revision } = organization;
    const numbers = wanted.filter((sql) => !index.numbers.has(sql));
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
      const read = await inSnapshot(client, id, READ_TIMEOUT_MS, () =>
        copyNextNumbers(client, { organizationId: id, numbers }, after),
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
    const refused = new Organization(organization.id);
    refused.refusedUntil = Date.now() + TOO_LARGE_FOR_MS;
    this.#organizations.set(organization.id, refused);
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
function numbersOf(questions: readonly RowQuestion[]): string[] {
  const inCondition = (condition: AskedCondition): readonly string[] => {
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
  const named = questions.flatMap((question) => [
    ...inCondition(question.condition),
    ...('numbers' in question ? question.numbers : []),
    ...(question.items ?? []),
  ]);
  return [...new Set(named)];
}

/** Returns a condition with the matches of its parts in SQL; null when one has too many. */
async function lookUp(
  transaction: Transaction,
  organizationId: string,
  condition: AskedCondition,
): Promise<KnownCondition | null> {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const of: KnownCondition[] = [];
      for (const each of condition.of) {
        const known = await lookUp(transaction, organizationId, each);
        if (known === null) return null;
        of.push(known);
      }
      return { kind: condition.kind, of };
    }
    case 'not': {
      const of = await lookUp(transaction, organizationId, condition.of);
      return of === null ? null : { kind: 'not', of };
    }
    case 'sql': {
      const ids = await findRowIds(transaction, organizationId, condition, MOST_FOUND);
      return ids === null ? null : { kind: 'ids', ids };
    }
    default:
      return condition;
  }
}
