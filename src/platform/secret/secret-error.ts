/**
 * Error for a secret of an installation that cannot be used; the message is one sentence for the person who starts
 * the program.
 */
export class SecretError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SecretError';
  }
}
