import { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../kernel/json.ts';
import { CommandError } from '../describe-failure.ts';
import type { FeedPage } from './api-client.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS position (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    organization_id TEXT,
    epoch TEXT,
    sequence INTEGER,
    snapshot_job TEXT
  );
  INSERT OR IGNORE INTO position (id) VALUES (1);
  CREATE TABLE IF NOT EXISTS product (id TEXT PRIMARY KEY, sku TEXT NOT NULL, parent_id TEXT, state TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS product_sku ON product (sku);
  CREATE INDEX IF NOT EXISTS product_parent ON product (parent_id);
  CREATE TABLE IF NOT EXISTS entity (id TEXT PRIMARY KEY, entity_type TEXT NOT NULL, code TEXT NOT NULL, state TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS entity_code ON entity (entity_type, code);
`;

/** Position that a copy has reached. */
export interface MirrorPosition {
  /** Number of the event right after which the copy is the catalogue; null before the first snapshot is loaded. */
  readonly sequence: number | null;
  readonly organizationId: string | null;
  /** The history that the number belongs to. */
  readonly epoch: string | null;
  /** Id of the job whose snapshot is to be loaded next; null when none is needed. */
  readonly snapshotJob: string | null;
}

/**
 * A copy in an SQLite file. Data and position change in one transaction, so the file is the catalogue right after some
 * event at any time, also for other readers and when the process is killed.
 */
export interface SqliteMirror {
  position(): MirrorPosition;
  /** Stores which snapshot to load next, or that none is to be loaded. */
  awaitSnapshot(job: string | null): void;
  /**
   * Replaces everything by a snapshot; returns the number of objects.
   *
   * @throws IncompleteSnapshot when its lines end early: then nothing has changed
   */
  load(lines: AsyncIterable<string>): Promise<number>;
  /** Applies a page of the feed that begins at the position. */
  apply(page: FeedPage): void;
  close(): void;
}

/** The lines of a snapshot ended before its last one. */
export class IncompleteSnapshot extends Error {}

interface SnapshotLine {
  readonly snapshot?: { readonly sequence: number; readonly epoch: string; readonly organization_id: string };
  readonly entity?: JsonObject;
  readonly product?: JsonObject;
  readonly end?: { readonly objects: number };
}

export function openSqliteMirror(file: string): SqliteMirror {
  const database = openFile(file);
  const position = database.prepare(
    'SELECT sequence, epoch, organization_id AS organizationId, snapshot_job AS snapshotJob FROM position',
  );
  const awaitSnapshot = database.prepare('UPDATE position SET snapshot_job = ?');
  const setPosition = database.prepare(
    'UPDATE position SET sequence = ?, epoch = ?, organization_id = ?, snapshot_job = NULL',
  );
  const moveOn = database.prepare('UPDATE position SET sequence = ? WHERE sequence = ?');
  const putProduct = database.prepare(
    'INSERT OR REPLACE INTO product (id, sku, parent_id, state) VALUES (?, ?, ?, ?)',
  );
  const putEntity = database.prepare(
    'INSERT OR REPLACE INTO entity (id, entity_type, code, state) VALUES (?, ?, ?, ?)',
  );
  const remove = {
    product: database.prepare('DELETE FROM product WHERE id = ?'),
    entity: database.prepare('DELETE FROM entity WHERE id = ?'),
  };
  const put = {
    product: (state: JsonObject) =>
      putProduct.run(text(state.id), text(state.sku), textOrNull(state.parent_id), JSON.stringify(state)),
    entity: (state: JsonObject) =>
      putEntity.run(text(state.id), text(state.entity_type), text(state.code), JSON.stringify(state)),
  };
  const read = () => position.get() as unknown as MirrorPosition;

  return {
    position: read,
    awaitSnapshot: (job) => void awaitSnapshot.run(job),
    async load(lines) {
      database.exec('BEGIN IMMEDIATE; DELETE FROM product; DELETE FROM entity');
      try {
        let head: SnapshotLine['snapshot'];
        let objects = 0;
        let stated: number | undefined;
        for await (const line of lines) {
          const { snapshot, product, entity, end } = parsed(line);
          head ??= snapshot;
          stated = end?.objects;
          if (product !== undefined) put.product(product);
          if (entity !== undefined) put.entity(entity);
          if (product !== undefined || entity !== undefined) objects += 1;
        }
        if (head === undefined || stated !== objects) throw new IncompleteSnapshot();
        assertSameOrganization(read().organizationId, head.organization_id);
        setPosition.run(head.sequence, head.epoch, head.organization_id);
        database.exec('COMMIT');
        return objects;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    apply({ end, events }) {
      const { sequence, organizationId } = read();
      if (end === sequence) return;
      database.exec('BEGIN IMMEDIATE');
      try {
        // If a page has several events of an object, the last one has its state.
        const last = new Map(events.map((event) => [event.data.id, event]));
        for (const [id, event] of last) {
          assertSameOrganization(organizationId, event.organizationId);
          const kind = event.type.startsWith('product.') ? 'product' : 'entity';
          if (event.state === null) remove[kind].run(id);
          else put[kind](event.state);
        }
        if (moveOn.run(end, sequence).changes !== 1)
          throw new CommandError('Another process writes to the same file. Run one mirror per file.');
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}

function openFile(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file);
    // Others can read the last committed state meanwhile.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
    database.exec(SCHEMA);
    return database;
  } catch (error) {
    throw new CommandError(`The file ${file} cannot be opened: ${(error as Error).message}.`);
  }
}

/** Parses a line; the last one may be cut off. */
function parsed(line: string): SnapshotLine {
  try {
    return JSON.parse(line) as SnapshotLine;
  } catch {
    throw new IncompleteSnapshot();
  }
}

function assertSameOrganization(own: string | null, fileOrganization: string): void {
  if (own !== null && own !== fileOrganization)
    throw new CommandError(
      `The file is a copy of the organization ${own}, and the token is of ${fileOrganization}.`,
    );
}

const text = (value: unknown): string => String(value);
const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));
