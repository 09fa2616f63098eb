import type { Clock } from '../../kernel/clock.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { collectWords, WORDS_COLLECTED } from '../../modules/search/index.ts';
import type { Log } from '../../platform/log.ts';
import { newId } from '../../platform/new-id.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import { systemSession } from '../../platform/operation/system-session.ts';
import { type Repetition, repeat } from '../repeat.ts';
import { findOrganizationsWithNewWords } from './collect-words.store.ts';

const INTERVAL_MS = 60_000;

export interface WordDependencies {
  /** Statements of the owner role. */
  readonly owner: Transaction;
  readonly runner: OperationRunner;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Collects the terms of products that changed, for searches that correct terms. Safe to run at any time and in
 * several processes at once.
 */
export async function collectNewWords({ owner, runner, clock, log }: WordDependencies): Promise<void> {
  const now = clock.now().getTime();
  const changedBefore = new Date(now - WORDS_COLLECTED.delayMs);
  const renewedBefore = new Date(now - WORDS_COLLECTED.renewedAfterMs);
  for (const organizationId of await findOrganizationsWithNewWords(owner, changedBefore, renewedBefore)) {
    const session = systemSession(organizationId, { door: 'system', requestId: newId() });
    try {
      for (let hasMore = true; hasMore; ) {
        const { output } = await runner.write(session, collectWords, {});
        hasMore = output.hasMore;
      }
    } catch (error) {
      log.error({ err: error, organizationId }, 'words of products could not be collected');
    }
  }
}

/** Collects now, without making anybody wait, and then every minute until closed. */
export function scheduleWords(dependencies: WordDependencies): Repetition {
  const settings = { intervalMs: INTERVAL_MS, atOnce: true, log: dependencies.log };
  return repeat('collecting words', settings, () => collectNewWords(dependencies));
}
