import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { S3Settings } from '../../src/platform/storage/s3-storage.ts';
import { installOnDemand } from '../../src/tools/on-demand.ts';
import { createTestFolder } from './test-folder.ts';

/** A bucket on this machine that goes with `close`. */
export interface TestBucket {
  readonly settings: S3Settings;
  /** Where its objects are files. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Starts a server that speaks S3 in a process of its own: what it does with memory and failures stays its own. */
export async function startS3(): Promise<TestBucket> {
  const folder = await createTestFolder();
  const packages = await installOnDemand('s3rver');
  const script = fileURLToPath(new URL('./s3-process.ts', import.meta.url));
  // Its marks between two pages of a list are ciphered in a way that OpenSSL calls legacy.
  const execArgv = ['--openssl-legacy-provider'];
  const server = fork(script, [folder.path, packages], { execArgv, stdio: 'inherit' });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  return {
    folder: folder.path,
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'catalograph',
      region: 'us-east-1',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      forcePathStyle: true,
    },
    async close() {
      const ended = once(server, 'exit');
      server.disconnect();
      await ended;
      await folder.remove();
    },
  };
}
