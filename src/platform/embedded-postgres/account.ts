import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { EmbeddedPostgresError } from './errors.ts';

/** The user a server process runs as. */
export type Account = { uid: number; gid: number; name: string };

/**
 * Returns the unprivileged user for the server when this process is root, because PostgreSQL rejects root; undefined
 * when this process is an ordinary user (or on Windows), whose own rights are right.
 */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (account) return verifiedAccount(account);
  }
  return verifiedAccount({ name: 'nobody', uid: 65_534, gid: 65_534 });
}

/**
 * Returns the account an existing folder belongs to. Data stays with the user who made it, whichever users the
 * machine gets later.
 */
export async function ownerOf(path: string): Promise<Account> {
  const { uid, gid } = await stat(path);
  return { uid, gid, name: `uid ${uid}` };
}

/**
 * Returns true if the account can execute (or enter) a path. Tries it as that user, so that access control lists,
 * groups and every folder above count.
 */
export function canAccess(account: Account | undefined, path: string): boolean {
  if (account === undefined) return true;
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}

function verifiedAccount(account: Account): Account {
  const probe = spawnSync('/bin/sh', ['-c', 'exit 0'], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    stdio: 'ignore',
  });
  if (probe.status === 0) return account;
  throw new EmbeddedPostgresError(
    'account',
    `The embedded PostgreSQL refuses to run as root and this process may not become the user ${account.name}: start Catalograph as an ordinary user or set DATABASE_URL.`,
    probe.error,
  );
}

function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
