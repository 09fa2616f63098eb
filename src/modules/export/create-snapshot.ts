import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import type { HistoryPoint } from '../../kernel/text/history-point.ts';
import { readLedgerState } from '../../platform/ledger/read-ledger.ts';
import { resolveSequence } from '../event/index.ts';
import { SNAPSHOT_SUBJECT, type StartedJob, startJob } from '../job/index.ts';
import { type ExportSettings, toJobInput } from './export-input.ts';

/** Settings of the file; its content is of no kind that profiles can have. */
const SETTINGS: ExportSettings = {
  resource: 'products',
  format: 'jsonl',
  options: {},
  mapping: [],
  filter: null,
  columns: null,
  channel: null,
  locales: null,
};

export interface CreateSnapshotInput {
  /** A time, or the event right after which the states are written; the newest when left out. */
  readonly asOf?: HistoryPoint | null | undefined;
}

/**
 * Makes the job that writes the own states of all products and entities right after one event.
 *
 * @throws RequestError as `resolveSequence`
 */
export const createSnapshot = defineWrite({
  name: 'createSnapshot',
  scope: { allOf: ['import-export:write', 'products:read', 'entities:read'] },
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-found'],
  async handler(context: WriteContext, { asOf = null }: CreateSnapshotInput): Promise<StartedJob> {
    const { lastSequence, epoch } = await readLedgerState(context, context.session.organizationId);
    const sequence =
      asOf === null ? lastSequence : await resolveSequence(context, asOf, { parameter: 'asOf' });
    const snapshot = { sequence, epoch };
    const input = toJobInput({ profile: null, settings: SETTINGS, snapshot });
    const scopes = ['import-export:write', 'products:read', 'entities:read'] as const;
    const id = await startJob(context, { type: 'export', subject: SNAPSHOT_SUBJECT, input, scopes });
    return { id: encodeId('Job', id) };
  },
});
