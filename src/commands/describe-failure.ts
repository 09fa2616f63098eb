import { ListenError } from '../adapters/http/http-server.ts';
import { ConfigurationError, EXIT_BAD_CONFIGURATION } from '../config.ts';
import { DomainError, RequestError } from '../kernel/errors.ts';
import { BackupError } from '../platform/backup/backup-format.ts';
import { DatabaseServerError } from '../platform/database/availability/check-server.ts';
import { isConnectionError } from '../platform/database/availability/connection-loss.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { EmbeddedPostgresError } from '../platform/embedded-postgres/embedded-postgres.ts';
import { DataFolderError, describeFileError } from '../platform/file-error.ts';
import { SecretError } from '../platform/secret/secret-error.ts';
import { StorageError } from '../platform/storage/storage-error.ts';

/** Error of a command that cannot do what it should; the message is one sentence for the person who ran it. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

/** Errors whose message is meant for people as it is. */
const EXPECTED_ERRORS = [
  BackupError,
  CommandError,
  ConfigurationError,
  DataFolderError,
  ListenError,
  DatabaseServerError,
  MigrationError,
  EmbeddedPostgresError,
  SecretError,
  StorageError,
];
/** Errors that no new start fixes by itself. */
const CONFIGURATION = [ConfigurationError, DataFolderError, SecretError];

const CONNECTION_LOST =
  'The connection to the database was lost: what was done until then is kept; run the command again.';

/** Returns the text to print for an error that ended a command, and the status to exit with. */
export function describeFailure(error: unknown): { readonly text: string; readonly exitCode: number } {
  const exitCode = CONFIGURATION.some((kind) => error instanceof kind) ? EXIT_BAD_CONFIGURATION : 1;
  if (error instanceof DomainError) {
    const more = error.errors.map(({ message }) => message).filter((message) => message !== error.detail);
    return { text: [error.detail, ...more.map((message) => `  ${message}`)].join('\n'), exitCode };
  }
  if (error instanceof RequestError) return { text: error.detail, exitCode };
  if (error instanceof Error) {
    if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return { text: error.message, exitCode };
    if (isConnectionError(error)) return { text: CONNECTION_LOST, exitCode };
    const fileProblem = describeFileError(error);
    if (fileProblem !== null) return { text: fileProblem, exitCode };
    return { text: error.stack ?? error.message, exitCode };
  }
  return { text: String(error), exitCode };
}
