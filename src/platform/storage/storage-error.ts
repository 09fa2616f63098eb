/**
 * Error for a storage of files that cannot be used; the message is one sentence for the person who starts the
 * program.
 */
export class StorageError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
  }
}
