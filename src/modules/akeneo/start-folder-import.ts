import { Conflict } from '../../kernel/errors.ts';
import type { WebhookMode } from '../../kernel/event.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Scope } from '../../kernel/scopes.ts';
import { asSerializationFailure } from '../../platform/database/sql-state.ts';
import { findOpenImport, type ImportFile } from '../import/index.ts';
import { type StartedJob, startJob } from '../job/index.ts';
import { toFolderInput } from './run/folder-checkpoint.ts';

export interface StartFolderInput {
  /** The folder as it was brought into the storage. */
  readonly file: ImportFile;
  /** True if the file is an archive, which the job unpacks itself. */
  readonly isArchive?: boolean;
  /** Set before the codes of product models, which share one name space with SKUs here; nothing by default. */
  readonly modelPrefix?: string | undefined;
  readonly webhooks: WebhookMode;
  /** Rows of one step; 500 by default. */
  readonly batchRows?: number | undefined;
  /** Returns the job that imports the same folder already, in place of a rejection. */
  readonly joins?: boolean;
}

const DEFAULT_BATCH_ROWS = 500;
/** Subject that jobs on folders show to people. */
const SUBJECT = 'akeneo folder';

const SCOPES = [
  'import-export:write',
  'settings:write',
  'attributes:write',
  'products:write',
  'media:write',
] as const satisfies readonly Scope[];

/**
 * Makes the job that imports a folder of Akeneo's files which lies in the storage already.
 *
 * @throws Conflict `idempotency-in-progress` while a job imports the same folder
 */
export const startFolderImport = defineWrite({
  name: 'importAkeneoFolder',
  scope: { allOf: SCOPES },
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, input: StartFolderInput): Promise<StartedJob> {
    const { file, isArchive = false, modelPrefix = '', webhooks, batchRows = DEFAULT_BATCH_ROWS } = input;
    const fileKey = JSON.stringify([file.sha256, SUBJECT, modelPrefix]);
    const open = await findOpenImport(context, fileKey);
    if (open !== null && input.joins === true) return { id: encodeId('Job', open) };
    if (open !== null) {
      const message = localized('folder-already-importing', { job: encodeId('Job', open) });
      throw new Conflict('idempotency-in-progress', message);
    }
    const jobInput = toFolderInput({
      kind: 'akeneo_folder',
      profile: null,
      file,
      isArchive,
      fileKey,
      webhooks,
      modelPrefix,
      batchRows,
    });
    const id = await asSerializationFailure(
      startJob(context, { type: 'import', subject: SUBJECT, input: jobInput, scopes: SCOPES }),
    );
    return { id: encodeId('Job', id) };
  },
});
