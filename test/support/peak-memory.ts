import { existsSync, readFileSync } from 'node:fs';

/** The most memory that a program has had so far, in MB. */
export function peakMemoryMb(pid: number | 'self' = 'self'): number {
  const path = `/proc/${pid}/status`;
  // Linux begins a child's `maxRSS` with the memory of whoever started it; elsewhere there is nothing else.
  if (!existsSync(path)) return process.resourceUsage().maxRSS / 1_024;
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
