import type { WebhookChoice } from '../../kernel/event.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { Conflict, ValidationFailed } from '../../kernel/refusal.ts';
import { holds } from '../../kernel/scopes.ts';
import { raceLost } from '../../platform/database/sql-state.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { FileOptions, FileType } from '../file-formats/index.ts';
import { type StartedJob, startJob } from '../job/index.ts';
import { checkMapping, checkOptions, findProfile, scopesOfResource } from '../profile/index.ts';
import { type ImportAddress, type ImportFile, type ImportSettings, toJobInput } from './run/import-input.ts';
import { findOpenImport } from './run/import-job.store.ts';

/** What a run changes of its profile; the profile itself stays. */
export interface ImportOverrides extends Partial<Omit<ImportSettings, 'options' | 'format'>> {
  readonly format?: FileType;
  readonly options?: Partial<FileOptions> | undefined;
}

export interface StartImportInput {
  /** Code of the profile in either case; null: what the overrides say is all there is. */
  readonly profile: string | null;
  /** Null for one that the job fetches. */
  readonly file: ImportFile | null;
  readonly source?: ImportAddress;
  readonly overrides: ImportOverrides;
  readonly dryRun: boolean;
  readonly webhooks: WebhookChoice;
  /** Answers the job that imports the same file by the same profile already, in place of a refusal. */
  readonly joins?: boolean;
}

/** Without a profile. */
const PLAIN: Omit<ImportSettings, 'resource'> = {
  format: 'csv',
  options: {},
  mapping: [],
  mode: 'upsert',
  errorPolicy: 'skip_rows',
  maxErrors: null,
};

/**
 * Makes the job that imports a file which lies in the storage already.
 *
 * @throws NotFound, ValidationFailed, Conflict `idempotency-in-progress` while a job imports the same file by the same
 * profile
 */
export const startImport = defineWrite({
  name: 'runProfile',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, input: StartImportInput): Promise<StartedJob> {
    const { file, source, overrides, dryRun, webhooks } = input;
    const { code, settings } = await settleImport(context, input.profile, overrides);
    const { resource } = settings;
    // Tries are in nobody's way.
    const content = file?.sha256 ?? source?.url ?? '';
    const fileKey = dryRun ? null : JSON.stringify([content, code, resource]);
    const open = fileKey === null ? null : await findOpenImport(context, fileKey);
    if (open !== null && input.joins === true) return { id: encodeId('Job', open) };
    if (open !== null) {
      const message = `The job ${encodeId('Job', open)} imports the same file by the same profile already.`;
      throw new Conflict('idempotency-in-progress', message);
    }
    const jobInput = toJobInput({
      profile: code,
      settings,
      file,
      fileKey,
      webhooks,
      addsMedia: holds(context.session, 'media:write'),
      ...(source === undefined ? {} : { source }),
    });
    const scopes = ['import-export:write', scopesOfResource(resource).write] as const;
    const id = await raceLost(
      startJob(context, { type: 'import', subject: code ?? resource, dryRun, input: jobInput, scopes }),
    );
    return { id: encodeId('Job', id) };
  },
});

/** A run of a profile, or without one, as it is to be done. */
export interface SettledImport {
  /** Code of the profile in its stored case. */
  readonly code: string | null;
  readonly settings: ImportSettings;
}

/**
 * What a profile and the changes for one run come to, if the caller may have it.
 *
 * @param code of the profile in either case; null: the changes say everything
 * @throws NotFound, ValidationFailed, Conflict, Fault `insufficient-scope`
 */
export async function settleImport(
  context: WriteContext,
  code: string | null,
  overrides: ImportOverrides,
): Promise<SettledImport> {
  const profile = code === null ? null : await findProfile(context, code, 'import');
  const resource = overrides.resource ?? profile?.resource;
  if (resource === undefined)
    throw new ValidationFailed('validation-failed', 'Name a profile or a resource.');
  // Whoever imports may do themselves what the import does, whoever made the profile.
  authorize(context.session, scopesOfResource(resource).write, `Importing ${resource}`);
  const problems = [...checkOptions(overrides.options ?? {}), ...checkMapping(overrides.mapping ?? [])];
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const base = profile ?? PLAIN;
  const format = overrides.format ?? base.format;
  return {
    code: profile?.code ?? null,
    settings: {
      resource,
      format,
      options: { ...base.options, ...overrides.options },
      mapping: overrides.mapping ?? base.mapping,
      mode: overrides.mode ?? base.mode,
      errorPolicy: overrides.errorPolicy ?? base.errorPolicy,
      maxErrors: overrides.maxErrors === undefined ? base.maxErrors : overrides.maxErrors,
    },
  };
}
