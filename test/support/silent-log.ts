/** Keeps quiet; pass it where a test has no interest in the log. */
export const silentLog = {
  debug(): void {},
  info(): void {},
  warn(): void {},
  error(): void {},
};
