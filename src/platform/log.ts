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
 * Patterns of secrets that are recognized by their form, wherever they stand in a line, also in the message of an
 * error. A publishable key is no secret, but it is masked as well: its storefront is in the line already.
 */
const SECRET_FORMS: readonly (readonly [RegExp, string])[] = [
  // Access tokens and keys of storefronts
  [/\b(pim|sk|pk)_[0-9A-Za-z]{20,}/g, '$1_[cut]'],
  // Secrets of webhooks.
  [/\bwhsec_[0-9A-Za-z+/=_-]{8,}/g, 'whsec_[cut]'],
  [/\b(Bearer|Basic) +(?:(?!\/(?:Bearer|Basic) )[\w.~+/=-]){8,}/gi, '$1 [cut]'],
  // Cookies of sign-ins, by name and by value: 32 characters and their signature.
  [/\b([\w.-]*session_token(?:=|%3D))[^;\s"\\&]+/gi, '$1[cut]'],
  [/\b[0-9A-Za-z]{32}\.[0-9A-Za-z+/%_-]{43,}=?/g, '[cut]'],
  // Passwords in addresses.
  [/(:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+@/g, '$1[cut]@'],
  // Links to files of shops, which never expire, and the passes of previews.
  [/(\/shop\/media\/[^/\s"\\]+\/[^/\s"\\]+\/[^/\s"\\]+\/)[\w-]{16,}/g, '$1[cut]'],
  [/\b(\d{10}\.)[\w-]{43}(?![\w-])/g, '$1[cut]'],
  // Parameters of any URL that are secrets, such as the signature of a link for an upload.
  [
    /([?&][\w.-]*(?:token|secret|signature|password|passwd|credential|sig|key)(?:=|%3D))[^&\s"'\\#]+/gi,
    '$1[cut]',
  ],
];

/**
 * Makes structured logs, one JSON object a line on standard error, so that standard output stays for people. Secrets
 * are cut out by key at any of the first three levels, and by their form everywhere.
 *
 * @param destination where lines go instead
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  const paths = SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);
  const hooks = { streamWrite: redactSecrets };
  return pino({ level, redact: { paths, censor: '[cut]' }, hooks }, destination);
}

/** Masks the secrets of a text that are recognized by their form. */
export function redactSecrets(text: string): string {
  return SECRET_FORMS.reduce((cleaned, [form, cut]) => cleaned.replace(form, cut), text);
}

/** Does the same for a path or URL, whose secrets may be percent-encoded; one without secrets stays as it is. */
export function urlWithoutSecrets(url: string): string {
  const decoded = decodedUrl(url);
  const masked = redactSecrets(decoded);
  return masked === decoded ? url : masked;
}

function decodedUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
