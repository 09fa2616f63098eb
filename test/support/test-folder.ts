import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for one test or test file: `const folder = await createTestFolder(); afterAll(() => folder.remove())`. */
export async function createTestFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'catalograph-folder-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
