import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder for what a bench needs, to be removed by it. The embedded server, which does not run as root, may
 * enter it: otherwise its database would lie elsewhere and stay when the folder goes.
 */
export async function makeBenchFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'catalograph-bench-'));
  await chmod(path, 0o755);
  return path;
}
