import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './postmaster.ts';

const goneWithinMs = 5_000;
const pollMs = 5;

/**
 * Ends what a killed server left behind: processes that are busy do not notice that it is gone, and while one of
 * them holds its memory no server starts. They would end without a trace in the data anyway, because the journal
 * is replayed. Linux only; elsewhere the start is tried again until they are through.
 */
export async function killOrphans(clusterDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const inCluster = (pid: number) => worksIn(pid, clusterDir);
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || !(await inCluster(pid))) continue;
    // A living server's processes are its children, and it works in the same folder. Their titles distinguish them
    // from it.
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!title.startsWith('postgres: ') || (await inCluster(await parentOf(pid)))) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      continue;
    }
    for (let waitedMs = 0; isAlive(pid) && waitedMs < goneWithinMs; waitedMs += pollMs) await sleep(pollMs);
  }
}

async function worksIn(pid: number, dir: string): Promise<boolean> {
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === dir;
}

async function parentOf(pid: number): Promise<number> {
  // "<pid> (<name>) <state> <parent> ...", where the name may hold anything, also parentheses.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}
