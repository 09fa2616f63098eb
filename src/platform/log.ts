import pino, { type Logger } from 'pino';

/** The part of the logger that adapters need; `pino` satisfies it. */
export interface Log {
  debug(facts: object, message?: string): void;
  info(facts: object, message?: string): void;
  warn(facts: object, message?: string): void;
  error(facts: object, message?: string): void;
}

const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', 'connectionString'];

/**
 * Structured logs, one JSON object a line on standard error, so that standard output stays for people.
 * Secrets are cut out by key at any of the first three levels.
 */
export function createLog(level: string): Logger {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  return pino({ level, redact: { paths, censor: '[cut]' } }, pino.destination(2));
}
