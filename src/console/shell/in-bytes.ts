const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** A size as people say it: `12.3 MB`; of 1,000 bytes each. */
export function inBytes(sizeBytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(sizeBytes, 1)) / 3)));
  const amount = sizeBytes / 1_000 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[step]}`;
}
