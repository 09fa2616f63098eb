// A process of its own that serves files until its parent lets go of it, and tells how much memory it takes.
// Argument: a JSON text of FilesProcessOptions.

import { createCursors } from '../../src/kernel/page.ts';
import { MODULES } from '../../src/modules.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createOperationRunner } from '../../src/platform/operation/run-operation.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { createFileLinks } from '../../src/platform/storage/file-links.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { S3Settings } from '../../src/platform/storage/s3-storage.ts';
import { serveFiles } from './files-server.ts';
import { peakMemoryMb } from './peak-memory.ts';

export interface FilesProcessOptions {
  readonly connectionString: string;
  readonly organizationId: string;
  readonly folder: string;
  /** In place of the folder. */
  readonly s3?: S3Settings | undefined;
  readonly maximumUploadBytes: number;
}

/** What the process answers to any message. */
export interface MemoryUse {
  readonly residentBytes: number;
  /** The most it ever was. */
  readonly peakBytes: number;
}

const options: FilesProcessOptions = JSON.parse(process.argv[2] ?? '{}');
const { connectionString, organizationId, folder, s3, maximumUploadBytes } = options;
const database = openDatabase({
  connectionString,
  applicationPoolSize: 3,
  shopPoolSize: 1,
  ownerPoolSize: 1,
  statementTimeoutMs: 10_000,
  onError: () => undefined,
});
const clock = systemClock;
const server = await serveFiles(
  {
    runner: createOperationRunner({ database, clock, cursors: createCursors('test'), modules: MODULES }),
    storage: await openStorage({ dataDir: folder, s3: s3 ?? null }),
    links: createFileLinks({ secret: 'test', publicUrl: 'http://catalograph.test', clock }),
    maximumUploadBytes,
    recordRefusal: async () => undefined,
  },
  { owner: systemSession(organizationId, { door: 'rest', requestId: 'test' }) },
);
process.on('message', () => {
  const use: MemoryUse = {
    residentBytes: process.memoryUsage.rss(),
    peakBytes: peakMemoryMb() * 1_024 * 1_024,
  };
  process.send?.(use);
});
process.once('disconnect', () => void server.close().then(() => database.close()));
process.send?.({ url: server.url });
