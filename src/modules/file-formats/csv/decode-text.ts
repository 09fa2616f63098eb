import { isUtf8 } from 'node:buffer';

const BEYOND_ASCII = /[^\u0020-\u007f\t\r\n]/;

/**
 * Returns the text of bytes that came as one character each, null when they are no UTF-8 or hold a NUL, which
 * PostgreSQL cannot store.
 */
export function decodeText(bytes: string): string | null {
  if (!BEYOND_ASCII.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) && !buffer.includes(0) ? buffer.toString('utf8') : null;
}
