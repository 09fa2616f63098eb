import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const LOCKFILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const SHRINKWRAP = fileURLToPath(new URL('../../npm-shrinkwrap.json', import.meta.url));

/** Entry of npm for a package. */
interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  /** True if `--omit=dev` leaves it out. */
  readonly dev?: boolean;
  /** True if it is left out only where optional packages are left out, too. */
  readonly devOptional?: boolean;
  readonly resolved?: string;
}

export interface Lockfile {
  /** Packages by path; the project itself has the empty one. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * Finds the paths of the packages that the program needs to run: those that its dependencies and their dependencies
 * name, without peers that they can do without.
 */
export function findProductionPackages({ packages }: Lockfile): ReadonlySet<string> {
  const packagePaths = new Set<string>();
  const visit = (path: string, peers: readonly string[]) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
      const next = resolvePackage(packages, path, name);
      if (next === undefined || packagePaths.has(next)) continue;
      packagePaths.add(next);
      visit(next, neededPeers(packages[next]));
    }
  };
  visit('', []);
  return packagePaths;
}

const neededPeers = ({ peerDependencies = {}, peerDependenciesMeta = {} }: LockedPackage = {}) =>
  Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);

/** Resolves a package as Node does: beside the package that imports it, then further up. */
function resolvePackage(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
    if (!folder.includes('/node_modules/')) folder = '';
  }
}

/**
 * Returns the same lockfile without the optional peers by which packages of production reach packages of development,
 * and with the latter marked so. better-auth names vitest, @prisma/client names prisma: npm takes that for a reason
 * to install both, with everything below them, by `npm ci --omit=dev` as well.
 */
export function markDevelopmentPackages<T extends Lockfile>(lockfile: T): T {
  const production = findProductionPackages(lockfile);
  const isAbsent = (path: string | undefined) => path !== undefined && !production.has(path);
  const packages = Object.entries(lockfile.packages).map(([path, entry]) => {
    if (path === '') return [path, entry];
    if (!production.has(path)) return [path, asDevelopment(entry)];
    return [path, withoutPeers(entry, (name) => isAbsent(resolvePackage(lockfile.packages, path, name)))];
  });
  return { ...lockfile, packages: Object.fromEntries(packages) };
}

function withoutPeers(entry: LockedPackage, isUnwanted: (name: string) => boolean): LockedPackage {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const unwanted = Object.keys(peerDependencies).filter(
    (name) => peerDependenciesMeta[name]?.optional === true && isUnwanted(name),
  );
  if (unwanted.length === 0) return entry;
  const rest = <V>(record: Readonly<Record<string, V>>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !unwanted.includes(name)));
  const changed = Object.entries({
    ...entry,
    peerDependencies: rest(peerDependencies),
    peerDependenciesMeta: rest(peerDependenciesMeta),
  });
  return Object.fromEntries(
    changed.filter(([key, value]) => !key.startsWith('peerDependencies') || Object.keys(value).length > 0),
  );
}

/** Keys stand in npm's order, so that npm writes the same. */
function asDevelopment(entry: LockedPackage): LockedPackage {
  const keys = Object.entries(entry).filter(([key]) => key !== 'dev' && key !== 'devOptional');
  const next = keys.findIndex(([key]) => !['version', 'resolved', 'integrity'].includes(key) && key > 'dev');
  keys.splice(next === -1 ? keys.length : next, 0, ['dev', true]);
  return Object.fromEntries(keys);
}

/** Returns the faults of the lockfile, one sentence each. */
export function findLockfileErrors(lockfile: Lockfile): string[] {
  const faults: string[] = [];
  const separated = markDevelopmentPackages(lockfile).packages;
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (entry.resolved !== undefined) faults.push(`${path} names where it was fetched (${entry.resolved}).`);
    if (!isDeepStrictEqual(entry, separated[path]))
      faults.push(`${path} makes "npm ci --omit=dev" install packages of development.`);
  }
  return faults;
}

function main(option: string | undefined): number {
  // npm packs no package-lock.json; under its other name it goes along, and `npm ci` reads it just the same.
  if (option === '--pack') copyFileSync(LOCKFILE, SHRINKWRAP);
  if (option === '--unpack') rmSync(SHRINKWRAP, { force: true });
  if (option !== undefined && option !== '--check') return 0;
  const lockfile: Lockfile = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
  if (option === undefined) {
    writeFileSync(LOCKFILE, `${JSON.stringify(markDevelopmentPackages(lockfile), null, 2)}\n`);
    return 0;
  }
  const faults = findLockfileErrors(lockfile);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(process.argv[2]);
