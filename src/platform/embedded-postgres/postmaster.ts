import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { errorCode } from './errors.ts';

/** Content of the `postmaster.pid` of a running server. */
export type Postmaster = { pid: number; port: number; status: string };

/**
 * Reads the server that is running on a cluster; undefined when there is none. A pid file which was left behind and
 * whose number now belongs to another program is removed, because PostgreSQL would not start over it; one whose
 * process is simply gone is left to PostgreSQL, which also checks for survivors.
 */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const recorded = await readPostmasterPid(clusterDir);
  if (recorded === undefined || !isAlive(recorded.pid)) return undefined;
  if (await isPostmasterOf(recorded.pid, clusterDir)) return recorded;
  const again = await readPostmasterPid(clusterDir);
  if (again?.pid === recorded.pid) await rm(join(clusterDir, 'postmaster.pid'), { force: true });
  return undefined;
}

/**
 * Reads the lines of `postmaster.pid`: process, folder, start time, port, socket folder, address, memory key, status.
 * It is written line by line, so a reader may meet a short one.
 */
export async function readPostmasterPid(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? 'starting').trim() };
}

/** Returns true if a process runs. One that has ended but was never collected by its parent does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // "<pid> (<name>) <state> ...", where the name may hold anything, also parentheses.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return status.slice(status.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/** Returns true if a process is the server of this cluster: its command line names the folder. */
async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return commandLine.split('\0').includes(clusterDir);
  }
  if (process.platform === 'win32') {
    // The command line of another process cannot be read without extra tools; its program's name can.
    return (await outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])).includes(
      'postgres.exe',
    );
  }
  return (await outputOf('ps', ['-ww', '-p', String(pid), '-o', 'args='])).includes(clusterDir);
}

async function outputOf(command: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args).catch(() => ({ stdout: '' }));
  return stdout;
}

/**
 * Starts a server process that outlives this one if need be: in a session of its own, so that an interrupt from the
 * terminal reaches only us and we stop it in our order, and without pipes to us. `onEnd` runs once when it has ended,
 * or could not be started. Returns its process id where that is available at once.
 */
export function spawnServer(
  options: {
    postgres: string;
    pgCtl: string;
    clusterDir: string;
    logFileDescriptor: number;
    logFile: string;
    account: Account | undefined;
  },
  onEnd: (reason: string) => void,
): number | undefined {
  const windows = process.platform === 'win32';
  // pg_ctl takes an administrator's rights away, which the server insists on; it ends when it has started it.
  const child = windows
    ? spawn(options.pgCtl, ['start', '-W', '-s', '-D', options.clusterDir, '-l', options.logFile], {
        env: serverEnvironment(),
        stdio: 'ignore',
        windowsHide: true,
      })
    : spawn(options.postgres, ['-D', options.clusterDir], {
        ...spawnOptionsFor(options.account),
        env: serverEnvironment(),
        cwd: '/',
        detached: true,
        stdio: ['ignore', options.logFileDescriptor, options.logFileDescriptor],
      });
  child.once('error', (error) => onEnd(error.message));
  child.once('exit', (code, signal) => {
    if (!windows || code !== 0) onEnd(signal === null ? `exit code ${code}` : `signal ${signal}`);
  });
  child.unref();
  return windows ? undefined : child.pid;
}

/**
 * Requests the end of the server. `fast` cuts clients off and writes everything down; `immediate` leaves the journal
 * to be replayed by the next start.
 */
export async function requestStop(
  pid: number,
  mode: 'fast' | 'immediate',
  pgCtl: string,
  clusterDir: string,
): Promise<void> {
  if (process.platform === 'win32') {
    await outputOf(pgCtl, ['stop', '-m', mode, '-W', '-s', '-D', clusterDir]);
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Returns user and group to spawn with; nothing where the own user is right. */
export function spawnOptionsFor(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid };
}

/** Returns our environment without what would change the server: PG* variables, locale, time zone. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const inheritedEntries = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG$|LANGUAGE$|TZ$)/i.test(name),
  );
  return { ...Object.fromEntries(inheritedEntries), LC_ALL: 'C' };
}
