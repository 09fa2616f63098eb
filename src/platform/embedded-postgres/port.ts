import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { EmbeddedPostgresError } from './errors.ts';

// Below the range from which operating systems take ports for outgoing connections.
const firstPort = 25_432;
const portCount = 1_000;

/**
 * Chooses a free TCP port of 127.0.0.1: the one remembered in `portFile` if it is still free, else the next free one
 * counted from a number that depends on the data folder, so that several installations rarely meet.
 */
export async function choosePort(portFile: string, dataDir: string): Promise<number> {
  const remembered = Number(await readFile(portFile, 'utf8').catch(() => ''));
  if (
    Number.isInteger(remembered) &&
    remembered > 1_023 &&
    remembered < 65_536 &&
    (await isFree(remembered))
  ) {
    return remembered;
  }
  const offset = createHash('sha256').update(dataDir).digest().readUInt16BE() % portCount;
  for (let step = 0; step < portCount; step += 1) {
    const port = firstPort + ((offset + step) % portCount);
    if (port !== remembered && (await isFree(port))) return port;
  }
  throw new EmbeddedPostgresError(
    'failed',
    `No port between ${firstPort} and ${firstPort + portCount - 1} is free for the embedded PostgreSQL: end other programs or set DATABASE_URL.`,
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
