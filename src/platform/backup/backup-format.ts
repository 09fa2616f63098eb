import { z } from 'zod';

/** Grows when an older program could not read what a newer one writes. */
export const BACKUP_FORMAT_VERSION = 1;

/** Path of the first entry of a backup: everything that is needed before anything is written. */
export const HEADER_ENTRY = 'head.json';
/** Path of rows, in parts, in PostgreSQL's text form of COPY: `tables/public.product/000001`. */
export const TABLES_PREFIX = 'tables/';
/** Path of stored objects, by their keys. */
export const FILES_PREFIX = 'files/';
/** Path of the last entry: without it a backup is not whole. */
export const MANIFEST_ENTRY = 'manifest.json';

const table = z.object({
  /** Name with its schema, quoted where it has to be. */
  name: z.string(),
  columns: z.array(z.string()),
});

export const BACKUP_HEADER = z.object({
  format: z.literal(BACKUP_FORMAT_VERSION),
  /** Version of the program that made it. */
  version: z.string(),
  /** Time of the state that it holds (RFC 3339). */
  createdAt: z.iso.datetime(),
  /** Migrations of the database, in order. */
  migrations: z.array(z.string()),
  /** Fingerprint that shows if a program has the same secret, and nothing about it. */
  secretFingerprint: z.string(),
  /** Tables in an order in which no row comes before one that it refers to. */
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The first and the last month of the ledger, as `2026-11-01`; null when it is empty. */
  ledgerMonths: z.object({ first: z.iso.date(), last: z.iso.date() }).nullable(),
});
export type BackupHeader = z.output<typeof BACKUP_HEADER>;
export type TableLayout = z.output<typeof table>;

const sum = z.object({ count: z.number(), bytes: z.number(), sha256: z.string() });

export const BACKUP_MANIFEST = z.object({
  /** Rows of each table, and the digest of their text. */
  tables: z.record(z.string(), sum),
  /** The digest is that of the lines `key sha256`, in the order of the entries. */
  files: sum,
});
export type BackupManifest = z.output<typeof BACKUP_MANIFEST>;

/**
 * Error for a backup that cannot be made or restored; the message is one sentence for the person who ran the command.
 */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupError';
  }
}
