import { Conflict, ValidationFailed } from '../../kernel/errors.ts';
import type { WebhookMode } from '../../kernel/event.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { hasScope } from '../../kernel/scopes.ts';
import { asSerializationFailure } from '../../platform/database/sql-state.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { FileOptions, FileType } from '../file-formats/index.ts';
import { type StartedJob, startJob } from '../job/index.ts';
import { checkMapping, checkOptions, findProfile, scopesOfResource } from '../profile/index.ts';
import { type ImportAddress, type ImportFile, type ImportSettings, toJobInput } from './run/import-input.ts';
import { findOpenImport } from './run/import-job.store.ts';

/** Settings of one run that override those of its profile. */
export interface ImportOverrides extends Partial<Omit<ImportSettings, 'options' | 'format'>> {
  readonly format?: FileType;
  readonly options?: Partial<FileOptions> | undefined;
}

export interface StartImportInput {
  /** Code of the profile, not case-sensitive; null: the overrides are all settings. */
  readonly profile: string | null;
  /** Null for one that the job fetches. */
  readonly file: ImportFile | null;
  readonly source?: ImportAddress;
  readonly overrides: ImportOverrides;
  readonly dryRun: boolean;
  readonly webhooks: WebhookMode;
  /** Returns the job that is already importing the same file with the same profile, instead of rejecting. */
  readonly joins?: boolean;
}

/** Settings of an import without a profile. */
const WITHOUT_PROFILE: Omit<ImportSettings, 'resource'> = {
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
    const { code, settings } = await resolveImport(context, input.profile, overrides);
    const { resource } = settings;
    // Dry runs may run beside any other import.
    const content = file?.sha256 ?? source?.url ?? '';
    const fileKey = dryRun ? null : JSON.stringify([content, code, resource]);
    const open = fileKey === null ? null : await findOpenImport(context, fileKey);
    if (open !== null && input.joins === true) return { id: encodeId('Job', open) };
    if (open !== null) {
      const message = localized('import-already-running', { job: encodeId('Job', open) });
      throw new Conflict('idempotency-in-progress', message);
    }
    const jobInput = toJobInput({
      profile: code,
      settings,
      file,
      fileKey,
      webhooks,
      addsMedia: hasScope(context.session, 'media:write'),
      ...(source === undefined ? {} : { source }),
    });
    const scopes = ['import-export:write', scopesOfResource(resource).write] as const;
    const id = await asSerializationFailure(
      startJob(context, { type: 'import', subject: code ?? resource, dryRun, input: jobInput, scopes }),
    );
    return { id: encodeId('Job', id) };
  },
});

/** The settings of an import, from its profile and the overrides. */
export interface ResolvedImport {
  /** Code of the profile in its stored case. */
  readonly code: string | null;
  readonly settings: ImportSettings;
}

/**
 * Returns the settings of an import from its profile and overrides, if the caller may run it.
 *
 * @param code of the profile in either case; null: the changes say everything
 * @throws NotFound, ValidationFailed, Conflict, RequestError `insufficient-scope`
 */
export async function resolveImport(
  context: WriteContext,
  code: string | null,
  overrides: ImportOverrides,
): Promise<ResolvedImport> {
  const profile = code === null ? null : await findProfile(context, code, 'import');
  const resource = overrides.resource ?? profile?.resource;
  if (resource === undefined)
    throw new ValidationFailed('validation-failed', localized('import-profile-required'));
  // The caller needs the scope to write the rows, whoever created the profile.
  authorize(context.session, scopesOfResource(resource).write, `Importing ${resource}`);
  const problems = [...checkOptions(overrides.options ?? {}), ...checkMapping(overrides.mapping ?? [])];
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const base = profile ?? WITHOUT_PROFILE;
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
