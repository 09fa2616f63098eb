import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { humanLines } from '../platform/human-log.ts';
import { createLog } from '../platform/log.ts';

/** The log of a process as its configuration asks for it: on standard error, for programs or for people. */
export function openLog({ logLevel, logFormat }: Config): Logger {
  return logFormat === 'text' ? createLog(logLevel, humanLines(process.stderr)) : createLog(logLevel);
}

/** The same for a command that ends by itself: what the embedded server reports of its start is no answer to it. */
export function openQuietLog(config: Config): Logger {
  return openLog(config.logLevel === 'info' ? { ...config, logLevel: 'warn' } : config);
}
