import { fieldProblem } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { ValidationFailed } from '../../kernel/refusal.ts';
import { readCounter } from '../../platform/ledger/read-ledger.ts';
import { type StartedJob, startJob } from '../job/index.ts';
import { type ExportSettings, toJobInput } from './export-input.ts';

/** Of the file; what is in it is no kind of file that profiles know. */
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
  /** The event right after which the states are written; the newest when left out. */
  readonly sequence?: string | null | undefined;
}

/** Makes the job that writes the own states of all products and entities right after one event. */
export const createSnapshot = defineWrite({
  name: 'createSnapshot',
  scope: { allOf: ['import-export:write', 'products:read', 'entities:read'] },
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'not-found'],
  async handler(context: WriteContext, { sequence: asked }: CreateSnapshotInput): Promise<StartedJob> {
    const { organizationId } = context.session;
    const { lastSequence: last, historyCompleteFrom } = await readCounter(context, organizationId);
    // Right before the first event that says what was there before it, states are known.
    const first = historyCompleteFrom - 1;
    const sequence = asked === null || asked === undefined ? last : Number(asked);
    if (sequence < first || sequence > last)
      throw ValidationFailed.of([notASequence(String(asked), { first, last })]);
    const input = toJobInput({ profile: null, settings: SETTINGS, snapshot: { sequence } });
    const scopes = ['import-export:write', 'products:read', 'entities:read'] as const;
    const id = await startJob(context, { type: 'export', subject: 'snapshot', input, scopes });
    return { id: encodeId('Job', id) };
  },
});

function notASequence(value: string, { first, last }: { readonly first: number; readonly last: number }) {
  const message = `The sequence is from ${first} to ${last}, the number of the newest event.`;
  const code = Number(value) < first ? 'below-minimum' : 'above-maximum';
  return fieldProblem(code, ['sequence'], message, { value });
}
