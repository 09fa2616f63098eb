import { Command, Option } from 'commander';
import { type Config, describeSettings, readConfig } from '../config.ts';
import { WEBHOOK_CHOICES } from '../kernel/event.ts';
import { explainFailure } from './explain-failure.ts';
import { ERROR_POLICIES, FILE_TYPES, IMPORT_MODES } from './import-words.ts';

/** Reads the arguments of the process and runs what they ask for; each command loads its own code only. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    const { text, exitCode } = explainFailure(error);
    process.stderr.write(`${text}\n`);
    process.exit(exitCode);
  }
}

function program(): Command {
  let config: Config;
  const main = new Command('catalograph')
    .description('An open PIM backend: one schema, three doors.')
    .addHelpText('after', settingsHelp)
    // What stands behind a command is for that command: `import` and `import akeneo` have some options both.
    .enablePositionalOptions()
    // Before a command loads its code, so that a bad environment is told at once.
    .hook('preAction', () => {
      config = readConfig(process.env);
    });
  main
    .command('start')
    .description(
      'everything in one process: database (embedded unless DATABASE_URL is set), migrations, doors, jobs, upkeep; a new database gets a demo organization (DEMO=none: an empty one)',
    )
    .action(async () => (await import('./serve.ts')).start(config));
  main
    .command('api')
    .description('the doors alone, on a migrated database; run as many as you like')
    .action(async () => (await import('./serve.ts')).serveApi(config));
  main
    .command('worker')
    .description(
      'jobs of the queues, and hourly upkeep (ledger partitions, old records and files); run as many as you like',
    )
    .action(async () => (await import('./work.ts')).work(config));
  main
    .command('migrate')
    .description('bring the database up to date and exit')
    .action(async () => (await import('./migrate.ts')).migrate(config));
  main
    .command('backup <file>')
    .description(
      'write everything, rows and files, as it is at this moment into one file; may run beside everything',
    )
    .action(async (file) => (await import('./backup.ts')).backUp(config, file));
  main
    .command('restore <file>')
    .description(
      'fill an empty database, and the folder of files, from a backup; it is made and migrated if need be',
    )
    .action(async (file) => (await import('./restore.ts')).restore(config, file));
  main
    .command('reseal-secrets')
    .description('after a change of SECRET: seal stored secrets by the new one; may be run again')
    .option(
      '--lost',
      'nobody has the old one: go on with the new one, and list what cannot be opened any more',
    )
    .action(async ({ lost = false }) => (await import('./reseal-secrets.ts')).resealSecrets(config, lost));
  main
    .command('token')
    .description('access tokens')
    .command('create')
    .description('make a token and print it, alone, to the standard output; nothing can show it again')
    .requiredOption('--name <text>', 'what the token is for')
    .option('--organization <name>', 'id, slug or name; by default the only one or the demo organization')
    .option('--scopes <list>', 'separated by commas: products:read,products:write; by default all')
    .option('--email <address>', 'the member for whom it acts; by default the first owner')
    .action(async (options) => (await import('./token.ts')).createToken(config, options));
  const importing = main
    .command('import')
    .description('bring data in')
    .enablePositionalOptions()
    .argument('[file]', 'CSV, a workbook (.xlsx) or lines of JSON')
    .option('--profile <code>', 'the profile that says how the file is read: products_csv …')
    .option('--organization <name>', 'id, slug or name; by default the only one or the demo organization')
    .addOption(new Option('--format <word>', 'instead of that of the profile').choices(FILE_TYPES))
    .option('--sheet <name>', 'the sheet of a workbook; by default the first that is shown')
    .option('--dry-run', 'try everything, store nothing')
    .addOption(new Option('--mode <word>', 'instead of that of the profile').choices(IMPORT_MODES))
    .addOption(new Option('--error-policy <word>', 'instead of that of the profile').choices(ERROR_POLICIES))
    .option('--max-errors <number>', 'end when more rows have failed', Number)
    .addOption(
      new Option('--webhooks <word>', 'which deliveries it causes').choices(WEBHOOK_CHOICES).default('each'),
    )
    .option('--failed-rows <path>', 'write the rows that failed there, to be mended and imported again')
    .addHelpText(
      'after',
      '\nExit status: 0 when every row is in, 3 when some failed, 1 when nothing could be done.',
    )
    .action(async (file, options) => {
      process.exitCode = await (await import('./import-file.ts')).importFile(config, { ...options, file });
    });
  importing
    .command('akeneo <folder>')
    .description('a folder of CSV files of Akeneo; may be run again, rows that failed are in the report')
    .option('--organization <name>', 'id, slug or name; by default the only one or the demo organization')
    .option('--model-prefix <text>', 'set before the codes of product models')
    .option('--report <file>', 'also write the whole report there, as JSON lines')
    .action(async (folder, options) =>
      (await import('./import.ts')).importFromAkeneo(config, { ...options, folder }),
    );
  main
    .command('export')
    .description('write a file by a profile')
    .requiredOption('--profile <code>', 'the profile that says what is written and how: products_csv …')
    .option('--output <file>', 'where to write it; by default to the standard output')
    .addOption(new Option('--format <word>', 'instead of that of the profile').choices(FILE_TYPES))
    .option('--organization <name>', 'id, slug or name; by default the only one or the demo organization')
    .action(async (options) => (await import('./export-file.ts')).exportFile(config, options));
  return main;
}

function settingsHelp(): string {
  const lines = describeSettings().flatMap(({ name, description, defaultValue }) => [
    `  ${name}${defaultValue === null ? '' : ` = ${defaultValue}`}`,
    `      ${description}`,
  ]);
  return ['', 'Environment:', ...lines, ''].join('\n');
}
