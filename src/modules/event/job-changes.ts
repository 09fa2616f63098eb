import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { hasScope } from '../../kernel/scopes.ts';
import { findSequenceRange } from '../../platform/ledger/read-ledger.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import type { Job } from '../../platform/prisma/generated/client/client.ts';
import type { FieldCount, JobChange, JobPreview } from '../job/index.ts';
import { scopeOfEvent } from './event-types.ts';
import {
  countJobChanges,
  countJobFields,
  type JobRange,
  type LedgerJobChange,
  readJobChanges,
} from './job-changes.store.ts';

/**
 * The events of a job are searched for from this long before its start to this long after its end: clocks of processes
 * differ, and times in the ledger are those of the beginning of transactions.
 */
const MARGIN_MS = 600_000;
/** Events by which fields are counted. */
const COUNTED_EVENTS = 10_000;
/** Fields that are listed. */
const LISTED_FIELDS = 500;

export type ChangingJob = Pick<Job, 'id' | 'dryRun' | 'queuedAt' | 'startedAt' | 'finishedAt' | 'preview'>;

const TYPES = ['product', 'entity'] as const satisfies readonly JobChange['type'][];
const readableTypes = ({ session }: ReadContext) =>
  TYPES.filter((type) => hasScope(session, scopeOfEvent(`${type}.updated`)));

const previewOf = ({ preview }: ChangingJob) => preview as unknown as JobPreview | null;

async function rangeOf(context: ReadContext, job: ChangingJob): Promise<JobRange> {
  const { organizationId } = context.session;
  const since = new Date((job.startedAt ?? job.queuedAt).getTime() - MARGIN_MS);
  const until = new Date((job.finishedAt ?? context.now).getTime() + MARGIN_MS);
  const range = await findSequenceRange(context, organizationId, since, until);
  return { organizationId, jobId: job.id, ...range, since, types: readableTypes(context) };
}

/**
 * Returns the changes of a job to products and entities, in order; for a dry run, the changes that it would make to the
 * first of them.
 */
export const listJobChanges = defineRead({
  name: 'listJobChanges',
  scope: 'import-export:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { job, first, after }: PageRequest & { readonly job: ChangingJob },
  ): Promise<Page<JobChange | LedgerJobChange>> {
    const size = pageSize(first);
    const list = ['job changes', job.id];
    const position =
      after === null || after === undefined ? null : Number(context.cursors.decode(after, list)[0]);
    if (job.dryRun) {
      const types = readableTypes(context);
      const all = (previewOf(job)?.objects ?? []).filter(({ type }) => types.includes(type));
      const start = position ?? 0;
      return {
        items: all.slice(start, start + size),
        cursorAt: (index) => context.cursors.encode([start + index + 1], list),
        hasNextPage: all.length > start + size,
        count: async () => all.length,
      };
    }
    const range = await rangeOf(context, job);
    const rows = await readJobChanges(
      context,
      { ...range, after: Math.max(range.after, position ?? 0) },
      size + 1,
    );
    const items = rows.slice(0, size);
    return {
      items,
      cursorAt: (index) => context.cursors.encode([items[index]?.sequence ?? 0], list),
      hasNextPage: rows.length > size,
      count: () => countJobChanges(context, range),
    };
  },
});

/** Returns the fields that a job changed, each with the number of objects; of a dry run, those that it would change. */
export const listJobFields = defineRead({
  name: 'listJobFields',
  scope: 'import-export:read',
  errors: [],
  async handler(context: PrismaReadContext, job: ChangingJob): Promise<readonly FieldCount[]> {
    if (!job.dryRun)
      return countJobFields(context, await rangeOf(context, job), {
        events: COUNTED_EVENTS,
        fields: LISTED_FIELDS,
      });
    if (readableTypes(context).length < TYPES.length) return [];
    return (previewOf(job)?.fields ?? []).toSorted((one, other) => other.count - one.count);
  },
});
