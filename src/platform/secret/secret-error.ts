/** The secret of an installation cannot be worked with; the message is one sentence for the person who starts the program. */
export class SecretError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SecretError';
  }
}
