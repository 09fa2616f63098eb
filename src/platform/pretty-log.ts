import type { DestinationStream } from 'pino';
import pino from 'pino';

/** Fields that every line has, or that have a position of their own in it. */
const HEADLINE_KEYS: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/**
 * Converts the JSON lines of a log for people: local time, level, message, fields as `key=value`, and the stack of an
 * error on lines of its own.
 */
export function prettyLog(stream: { write(text: string): unknown }): DestinationStream {
  return { write: (line) => void stream.write(prettyLine(JSON.parse(line))) };
}

function prettyLine(entry: Readonly<Record<string, unknown>>): string {
  const { level, time, msg = '', err } = entry;
  const fields = Object.entries(entry)
    .filter(([key]) => !HEADLINE_KEYS.has(key))
    .map(([key, value]) => `${key}=${isPlain(value) ? value : JSON.stringify(value)}`);
  const { stack, message } = (err ?? {}) as { readonly stack?: string; readonly message?: string };
  const clock = new Date(Number(time)).toLocaleTimeString('en-GB');
  const first = [clock, pino.levels.labels[Number(level)]?.padEnd(5), msg, ...fields].join(' ');
  const trace = (stack ?? message)?.replace(/^/gm, '  ');
  const text = trace === undefined ? first : `${first}\n${trace}`;
  // Input of a request must not move the cursor or ring the bell.
  return `${text.replace(/[^\P{Cc}\n\t]/gu, '\u{fffd}')}\n`;
}

const isPlain = (value: unknown) => typeof value === 'string' && /^[^\s"=\p{Cc}]+$/u.test(value);
