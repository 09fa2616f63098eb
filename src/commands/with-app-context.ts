import { type AppContext, type AppContextOptions, openAppContext } from '../app.ts';
import type { Config } from '../config.ts';
import { findOrganizations } from '../modules/organization/index.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { CommandError } from './describe-failure.ts';
import { openWarningsOnlyLog } from './open-log.ts';

/** Status of a program that was ended by Ctrl-C: 128 + the number of SIGINT. */
const EXIT_INTERRUPTED = 130;

/**
 * Opens the catalogue for one command and closes it afterwards, also on Ctrl-C. A running embedded
 * server is joined and stays; one that is not running is started and ends with the command.
 */
export async function withAppContext<Result>(
  config: Config,
  context: (catalogue: AppContext) => Promise<Result>,
  options: AppContextOptions = {},
): Promise<Result> {
  const log = openWarningsOnlyLog(config);
  const migrations = config.databaseUrl === null ? 'apply' : 'require';
  const catalogue = await openAppContext(config, log, migrations, options);
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
  { database }: AppContext,
  organizationName: string | undefined,
): Promise<{ readonly id: string; readonly name: string }> {
  const all = await findOrganizations(pgTransaction(database.owner));
  if (all.length === 0)
    throw new CommandError('There is no organization yet: the command start makes the first one.');
  const choices = all.map(({ name }) => `'${name}'`).join(', ');
  const matches =
    organizationName === undefined
      ? all.filter(({ slug }) => all.length === 1 || slug === 'demo')
      : all.filter(({ id, slug, name }) =>
          [id, slug, name].some((word) => word.toLowerCase() === organizationName.toLowerCase()),
        );
  const [found] = matches;
  if (found !== undefined && matches.length === 1) return found;
  const problem =
    organizationName === undefined
      ? 'Name an organization'
      : `'${organizationName}' names ${matches.length} organizations`;
  throw new CommandError(`${problem}: --organization with one of ${choices}.`);
}
