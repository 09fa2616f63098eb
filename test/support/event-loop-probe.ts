// Loaded before a program (`--import`): measures how long it holds its event loop, and tells whoever started it.
import { peakMemoryMb } from './peak-memory.ts';

/** What the probe answers to any message; it measures anew from then on. */
export interface EventLoopMetrics {
  /** Most processor time of the main thread between two looks at the timers. */
  readonly longestTurnMs: number;
  /** Processor time of all its threads since the last answer. */
  readonly spentMs: number;
  readonly residentMb: number;
  /** The most it ever was. */
  readonly peakMb: number;
}

/** How often timers are looked at; a figure may be too high by this much, and is never too low. */
const EVERY_MS = 10;

const millisecondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;
const ofThread = () => millisecondsOf(process.threadCpuUsage());

let lastMs = ofThread();
let measuredAt = process.cpuUsage();
let longestTurnMs = 0;
/** Processor time, because on shared cores the clock goes on while this thread waits for its neighbours. */
const look = () => {
  const nowMs = ofThread();
  longestTurnMs = Math.max(longestTurnMs, nowMs - lastMs);
  lastMs = nowMs;
};
setInterval(look, EVERY_MS).unref();

process.on('message', () => {
  look();
  const residentMb = process.memoryUsage.rss() / 1_024 / 1_024;
  const spentMs = millisecondsOf(process.cpuUsage(measuredAt));
  const figures: EventLoopMetrics = { longestTurnMs, spentMs, residentMb, peakMb: peakMemoryMb() };
  longestTurnMs = 0;
  measuredAt = process.cpuUsage();
  process.send?.(figures);
});
// Nothing watched is left behind by tests that were interrupted.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
