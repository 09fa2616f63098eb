import { builder, type InputFields } from '../../graphql/builder.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { hasScope } from '../../kernel/scopes.ts';
import { readScopes } from '../job/index.ts';
import { JobPayload, JobRef } from '../job/job.graphql.ts';
import { toMapping } from '../profile/profile-types.graphql.ts';
import { createSnapshot } from './create-snapshot.ts';
import { RESULT_SECONDS, resultExpiry } from './export-file.ts';
import { resultPath } from './open-result.ts';
import type { ExportOverrides } from './start-export.ts';

builder.prismaObjectFields(JobRef, (t) => ({
  resultFile: t.string({
    nullable: true,
    description:
      'Link to the file of an export. It works for seven days without a token. Null if there is no file, seven days after the export finished, and for callers without permission to read the exported data.',
    select: { id: true, organizationId: true, type: true, status: true, finishedAt: true, scopes: true },
    resolve: (job, _args, { links, now, caller }) => {
      const expiry = resultExpiry(job);
      return expiry !== null && now < expiry && hasScope(caller, readScopes(job))
        ? links.signed(resultPath(encodeId('Job', job.id)), job.organizationId, RESULT_SECONDS)
        : null;
    },
  }),
  resultFileExpiresAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time at which `resultFile` expires, also after it has passed; null for jobs without a file.',
    select: { type: true, status: true, finishedAt: true },
    resolve: resultExpiry,
  }),
}));

defineMutation(createSnapshot, {
  description:
    'Starts a job that writes a snapshot: the own states of all products and entities right after one event, as JSON Lines. Follow the feed after that event to keep the copy current. The `resultFile` of the job is the file.',
  payload: JobPayload,
  args: builder.args((t) => ({
    asOf: t.field({
      type: 'Moment',
      description: 'A time or the sequence number of an event. Defaults to the newest event.',
    }),
  })),
  input: ({ asOf }) => ({ asOf }),
  exposure: {
    rest: { method: 'POST', path: '/snapshots', status: 202, location: '/import-export/jobs/{id}' },
  },
});

/** Returns the settings that only an export overrides in its profile. */
export const exportOverrideFields = (t: InputFields) => ({
  filter: t.field({
    type: 'JSON',
    description:
      'For an export: filter for its objects, in the JSON filter grammar of searches, instead of the filter of the profile.',
  }),
  asOf: t.field({
    type: 'Moment',
    description:
      'For an export of products or entities without a filter: a time or the sequence number of an event. The file contains what was true right after it.',
  }),
  columns: t.stringList({
    description: 'For an export: its columns, instead of those of the profile.',
  }),
  channel: t.string({
    description: 'For an export: only values of this channel and values without a channel.',
  }),
  locales: t.stringList({
    description: 'For an export: only values in these locales and values without a locale.',
  }),
  includeInherited: t.boolean({
    description:
      'For an export of products: if true, variants also contain the values of their models. Imports ignore values that repeat those of the model.',
  }),
  labelLocale: t.string({
    description:
      'For an export of products as CSV or workbook: a locale. The file has labels in it instead of codes: of attributes, channels and locales in the names of columns, and of attribute sets, categories, options, statuses and yes/no values in cells; `_label` is a column with what each row is called. `previewImport` suggests the mapping to import it again.',
  }),
});

/** Returns the overrides of an input. @throws ValidationFailed for a dry run */
export function toExportOverrides({
  dryRun,
  mapping,
  ...input
}: {
  readonly dryRun?: boolean | null | undefined;
  readonly mapping?: Parameters<typeof toMapping>[0];
  readonly [key: string]: unknown;
}): ExportOverrides {
  if (dryRun === true) {
    const message = localized('export-without-dry-run');
    throw ValidationFailed.of([fieldProblem('value-not-allowed', ['dryRun'], message, { value: true })]);
  }
  const { filter, asOf, columns, channel, locales, includeInherited, labelLocale, options, format } = input;
  const rows = { filter, asOf, columns, channel, locales, includeInherited, labelLocale };
  const stated = { ...rows, mapping: toMapping(mapping), options, format };
  return Object.fromEntries(
    Object.entries(stated).filter(([, value]) => value !== null && value !== undefined),
  );
}
