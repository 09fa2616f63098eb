import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { prettyLog } from '../platform/pretty-log.ts';

/** Opens the log of a process by its configuration: on standard error, for programs or for people. */
export function openLog({ logLevel, logFormat }: Config): Logger {
  return logFormat === 'text' ? createLog(logLevel, prettyLog(process.stderr)) : createLog(logLevel);
}

/**
 * Opens the same log for a command that ends by itself, without the messages of the embedded server about its start.
 */
export function openWarningsOnlyLog(config: Config): Logger {
  return openLog(config.logLevel === 'info' ? { ...config, logLevel: 'warn' } : config);
}
