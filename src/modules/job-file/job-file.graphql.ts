import { builder } from '../../graphql/builder.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { hasScope } from '../../kernel/scopes.ts';
import { resultPath } from '../export/index.ts';
import { readScopes } from '../job/index.ts';
import { JobRef } from '../job/job.graphql.ts';
import { fileOf, type JobFile } from './job-file.ts';
import { sourcePath } from './open-source.ts';

const JobFileType = builder.objectRef<JobFile & { readonly url: string | null }>('JobFile').implement({
  description: 'The file that an import reads, or that an export has written.',
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'File name. Rows that were sent in the request are `rows.csv` or `rows.jsonl`.',
    }),
    sizeBytes: t.field({
      type: 'BigInt',
      description: 'Size in bytes.',
      resolve: ({ sizeBytes }) => String(sizeBytes),
    }),
    url: t.exposeString('url', {
      nullable: true,
      description:
        'Link to the file. It works for seven days without a token. Null for callers without permission to read its data, and after the file has expired: 30 days after the end of an import, seven days after the end of an export.',
    }),
  }),
});

/** Lifetime of a link to a file of a job, in seconds. */
const LINK_SECONDS = 7 * 24 * 3_600;

builder.prismaObjectFields(JobRef, (t) => ({
  file: t.field({
    type: JobFileType,
    nullable: true,
    description:
      'The file that an import reads, or that an export has written. Null for other work, until a file is fetched or written, and for a folder that did not come as an archive.',
    select: {
      id: true,
      organizationId: true,
      type: true,
      status: true,
      input: true,
      checkpoint: true,
      finishedAt: true,
      scopes: true,
    },
    resolve: ({ id, organizationId, input, checkpoint, ...job }, _args, { links, now, caller }) => {
      const fileJob = { ...job, input: input as JsonObject, checkpoint: checkpoint as JsonObject | null };
      const file = fileOf(fileJob);
      if (file === null) return null;
      const isOffered =
        (file.expiresAt === null || now < file.expiresAt) && hasScope(caller, readScopes(job));
      const path = (job.type === 'export' ? resultPath : sourcePath)(encodeId('Job', id));
      return { ...file, url: isOffered ? links.signed(path, organizationId, LINK_SECONDS) : null };
    },
  }),
}));
