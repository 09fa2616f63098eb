import { type Catalogue, type CatalogueOptions, openCatalogue } from '../app.ts';
import type { Config } from '../config.ts';
import { findOrganizations } from '../modules/organization/index.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { CommandError } from './explain-failure.ts';
import { openQuietLog } from './open-log.ts';

/** Status of a program that was ended by Ctrl-C: 128 + the number of SIGINT. */
const EXIT_INTERRUPTED = 130;

/**
 * Opens the catalogue for one command and closes it afterwards, also on Ctrl-C. A running embedded
 * server is joined and stays; one that is not running is started and ends with the command.
 */
export async function withCatalogue<Result>(
  config: Config,
  context: (catalogue: Catalogue) => Promise<Result>,
  options: CatalogueOptions = {},
): Promise<Result> {
  const log = openQuietLog(config);
  const migrations = config.databaseUrl === null ? 'apply' : 'require';
  const catalogue = await openCatalogue(config, log, migrations, options);
  const interrupt = () => {
    process.once('SIGINT', () => process.exit(EXIT_INTERRUPTED));
    void catalogue.close().finally(() => process.exit(EXIT_INTERRUPTED));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    return await context(catalogue);
  } finally {
    await catalogue.close();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/**
 * Chooses the organization of a command: by id, slug or name in either case; without one the only organization, else
 * the demo organization.
 *
 * @throws CommandError that names the choices.
 */
export async function chooseOrganization(
  { database }: Catalogue,
  wanted: string | undefined,
): Promise<{ readonly id: string; readonly name: string }> {
  const all = await findOrganizations(pgTransaction(database.owner));
  if (all.length === 0)
    throw new CommandError('There is no organization yet: the command start makes the first one.');
  const choices = all.map(({ name }) => `'${name}'`).join(', ');
  const matches =
    wanted === undefined
      ? all.filter(({ slug }) => all.length === 1 || slug === 'demo')
      : all.filter(({ id, slug, name }) =>
          [id, slug, name].some((word) => word.toLowerCase() === wanted.toLowerCase()),
        );
  const [found] = matches;
  if (found !== undefined && matches.length === 1) return found;
  const problem =
    wanted === undefined ? 'Name an organization' : `'${wanted}' names ${matches.length} organizations`;
  throw new CommandError(`${problem}: --organization with one of ${choices}.`);
}
