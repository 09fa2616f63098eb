import pino, { type DestinationStream, type Logger } from 'pino';

/** The part of the logger that adapters need; `pino` satisfies it. */
export interface Log {
  debug(fields: object, message?: string): void;
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
}

const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', 'connectionString'];

/**
 * Secrets that are known by their form, wherever in a line they stand, also in the words of an error: access tokens,
 * secrets of webhooks, what follows `Bearer` or `Basic`, cookies of sign-ins, passwords in addresses.
 */
const SECRET_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bpim_[0-9A-Za-z]{20,}/g, 'pim_[cut]'],
  [/\bwhsec_[0-9A-Za-z+/=_-]{8,}/g, 'whsec_[cut]'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [cut]'],
  [/\b([\w.-]*session_token=)[^;\s"\\]+/g, '$1[cut]'],
  [/(:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+@/g, '$1[cut]@'],
];

/**
 * Structured logs, one JSON object a line on standard error, so that standard output stays for people.
 * Secrets are cut out by key at any of the first three levels, and by their form everywhere.
 *
 * @param destination where lines go instead
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  const hooks = { streamWrite: withoutSecrets };
  return pino({ level, redact: { paths, censor: '[cut]' }, hooks }, destination);
}

/** Cuts out the secrets of a text that are known by their form. */
export function withoutSecrets(text: string): string {
  return SECRET_FORMS.reduce((cleaned, [form, cut]) => cleaned.replace(form, cut), text);
}
