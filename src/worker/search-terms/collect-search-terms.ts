import type { Clock } from '../../kernel/clock.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { collectVocabulary, VOCABULARY_SETTINGS } from '../../modules/search/index.ts';
import type { Log } from '../../platform/log.ts';
import { newId } from '../../platform/new-id.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import { systemSession } from '../../platform/operation/system-session.ts';
import { type RepeatingTask, runEvery } from '../repeating-task.ts';
import { findOrganizationsWithNewTerms } from './collect-search-terms.store.ts';

const INTERVAL_MS = 60_000;

export interface SearchTermDependencies {
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
export async function collectSearchTerms({
  owner,
  runner,
  clock,
  log,
}: SearchTermDependencies): Promise<void> {
  const now = clock.now().getTime();
  const changedBefore = new Date(now - VOCABULARY_SETTINGS.delayMs);
  const renewedBefore = new Date(now - VOCABULARY_SETTINGS.renewedAfterMs);
  for (const organizationId of await findOrganizationsWithNewTerms(owner, changedBefore, renewedBefore)) {
    const session = systemSession(organizationId, { door: 'system', requestId: newId() });
    try {
      for (let hasMore = true; hasMore; ) {
        const { output } = await runner.write(session, collectVocabulary, {});
        hasMore = output.hasMore;
      }
    } catch (error) {
      log.error({ err: error, organizationId }, 'words of products could not be collected');
    }
  }
}

/** Collects now, without making anybody wait, and then every minute until closed. */
export function scheduleSearchTerms(dependencies: SearchTermDependencies): RepeatingTask {
  const settings = { intervalMs: INTERVAL_MS, atOnce: true, log: dependencies.log };
  return runEvery('collecting words', settings, () => collectSearchTerms(dependencies));
}
