import { Command, Option } from 'commander';
import { type Config, describeSettings, readConfig } from '../config.ts';
import { WEBHOOK_MODES } from '../kernel/event.ts';
import { describeFailure } from './describe-failure.ts';
import { ERROR_POLICIES, FILE_TYPES, IMPORT_MODES } from './import/import-options.ts';

/** Reads the arguments of the process and runs the command that they name; each command loads its own code only. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    const { text, exitCode } = describeFailure(error);
    process.stderr.write(`${text}\n`);
    process.exit(exitCode);
  }
}

function program(): Command {
  let config: Config;
  const main = new Command('catalograph')
    .description('An open PIM backend: one schema for GraphQL, REST and MCP.')
    .addHelpText('after', settingsHelp)
    // Options behind a command belong to that command: `import` and `import akeneo` share the names of some options.
    .enablePositionalOptions()
    // The check runs before a command loads its code, so that a bad environment is reported at once.
    .hook('preAction', () => {
      config = readConfig(process.env);
    });
  main
    .command('start')
    .description(
      'run everything in one process: database (embedded unless DATABASE_URL is set), migrations, APIs, jobs and maintenance; a new database gets a demo organization (DEMO=none: an empty one)',
    )
    .action(async () => (await import('./serve.ts')).start(config));
  main
    .command('api')
    .description('run only the APIs, on a migrated database; you can run several')
    .action(async () => (await import('./serve.ts')).serveApi(config));
  main
    .command('worker')
    .description(
      'run the jobs of the queues and hourly maintenance (ledger partitions, old records and files); you can run several',
    )
    .action(async () => (await import('./work.ts')).work(config));
  main
    .command('migrate')
    .description('migrate the database and exit')
    .action(async () => (await import('./migrate.ts')).migrate(config));
  main
    .command('backup <file>')
    .description(
      'write a consistent snapshot of all rows and files to one file; other processes can keep running',
    )
    .action(async (file) => (await import('./backup.ts')).backUp(config, file));
  main
    .command('restore <file>')
    .description(
      'restore a backup into an empty database and file store; creates and migrates the database if necessary',
    )
    .action(async (file) => (await import('./restore.ts')).restore(config, file));
  main
    .command('check')
    .description(
      'list identifiers, tags, labels and unique values that are stored in more than one Unicode form; changes nothing',
    )
    .addHelpText('after', '\nExit status: 0 if there are none, 3 if there are some.')
    .action(async () => (await import('./check.ts')).check(config));
  main
    .command('reseal-secrets')
    .description('re-encrypt stored secrets after a change of SECRET; can be repeated')
    .option(
      '--lost',
      'the old secret is lost: continue with the new one and list secrets that cannot be decrypted',
    )
    .action(async ({ lost = false }) => (await import('./reseal-secrets.ts')).resealSecrets(config, lost));
  main
    .command('token')
    .description('manage access tokens')
    .command('create')
    .description('create a token and print it to standard output; it cannot be shown again')
    .requiredOption('--name <text>', 'name of the token')
    .option(
      '--organization <name>',
      'id, slug or name; default: the only organization or the demo organization',
    )
    .option('--scopes <list>', 'scopes separated by commas: products:read,products:write; default: all')
    .option('--email <address>', 'member for whom the token acts; default: the first owner')
    .action(async (options) => (await import('./token.ts')).createToken(config, options));
  main
    .command('key')
    .description('manage keys of storefronts')
    .command('create')
    .description('create a key and print it to standard output; a secret key cannot be shown again')
    .requiredOption('--storefront <code>', 'code of the storefront')
    .requiredOption('--name <text>', 'name of the program that uses the key')
    .addOption(
      new Option('--kind <kind>', 'for browsers, or for servers')
        .choices(['publishable', 'secret'])
        .default('publishable'),
    )
    .option(
      '--organization <name>',
      'id, slug or name; default: the only organization or the demo organization',
    )
    .option('--email <address>', 'owner or admin who creates it; default: the first owner')
    .action(async (options) => (await import('./token.ts')).createKey(config, options));
  const importing = main
    .command('import')
    .description('import data')
    .enablePositionalOptions()
    .argument('[file]', 'CSV, a workbook (.xlsx) or JSON Lines')
    .option('--profile <code>', 'code of the import profile: products_csv …')
    .option(
      '--organization <name>',
      'id, slug or name; default: the only organization or the demo organization',
    )
    .addOption(new Option('--format <word>', 'overrides the profile').choices(FILE_TYPES))
    .option('--sheet <name>', 'sheet of a workbook; default: the first visible sheet')
    .option('--dry-run', 'validate everything, store nothing')
    .addOption(new Option('--mode <word>', 'overrides the profile').choices(IMPORT_MODES))
    .addOption(new Option('--error-policy <word>', 'overrides the profile').choices(ERROR_POLICIES))
    .option('--max-errors <number>', 'stop if more rows than this fail', Number)
    .addOption(
      new Option('--webhooks <word>', 'webhook deliveries that the import causes')
        .choices(WEBHOOK_MODES)
        .default('each'),
    )
    .option('--failed-rows <path>', 'write failed rows to this file, to correct and import again')
    .addHelpText(
      'after',
      '\nExit status: 0 if all rows were imported, 3 if some rows failed, 1 if nothing was imported.',
    )
    .action(async (file, options) => {
      process.exitCode = await (await import('./import/import-file.ts')).importFile(config, {
        ...options,
        file,
      });
    });
  importing
    .command('akeneo <folder>')
    .description('import a folder of Akeneo CSV files; can be repeated; the report lists failed rows')
    .option(
      '--organization <name>',
      'id, slug or name; default: the only organization or the demo organization',
    )
    .option('--model-prefix <text>', 'prefix for the codes of product models')
    .option('--report <file>', 'also write the full report to this file, as JSON Lines')
    .action(async (folder, options) =>
      (await import('./import/import.ts')).importFromAkeneo(config, { ...options, folder }),
    );
  main
    .command('export')
    .description('export data with a profile')
    .requiredOption('--profile <code>', 'code of the export profile: products_csv …')
    .option('--output <file>', 'output file; default: standard output')
    .addOption(new Option('--format <word>', 'overrides the profile').choices(FILE_TYPES))
    .option(
      '--as-of <moment>',
      'what was true then: a time ("2026-03-01T09:30:00Z") or the number of an event',
    )
    .option(
      '--organization <name>',
      'id, slug or name; default: the only organization or the demo organization',
    )
    .action(async (options) => (await import('./export-file.ts')).exportFile(config, options));
  main
    .command('mirror')
    .description(
      'keep a copy of all products and entities of an organization, by the API; the token is in CATALOGRAPH_TOKEN',
    )
    .requiredOption('--to <target>', 'sqlite:FILE, an SQLite database; created if missing')
    .option('--url <url>', 'URL of the catalogue', 'http://localhost:4000')
    .option('--interval <seconds>', 'pause between two requests for new events', Number, 1)
    .option('--once', 'exit once the copy has caught up')
    .action(async (options) => (await import('./mirror/mirror.ts')).mirror(options));
  return main;
}

function settingsHelp(): string {
  const lines = describeSettings().flatMap(({ name, description, defaultValue }) => [
    `  ${name}${defaultValue === null ? '' : ` = ${defaultValue}`}`,
    `      ${description}`,
  ]);
  return ['', 'Environment:', ...lines, ''].join('\n');
}
