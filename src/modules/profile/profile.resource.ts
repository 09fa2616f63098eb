import type { WriteContext } from '../../kernel/operation.ts';
import type { Scope } from '../../kernel/scopes.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { ImportExportProfile } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import type { FileResource, FileType } from '../file-formats/index.ts';
import { requirePrincipal } from '../job/index.ts';
import { storePrincipal } from './principal.store.ts';
import type { Direction, ProfileDocument } from './profile-document.ts';
import { checkProfile } from './profile-rules.ts';

export const profileStore = createTableStore<ProfileDocument>({
  table: 'import_export_profile',
  fields: [
    ...(['labels', 'direction', 'resource', 'format', 'options', 'mapping', 'mode'] as const),
    ...(['errorPolicy', 'maxErrors', 'filter', 'columns', 'schedule'] as const),
  ],
  worded: ['options'],
});

/** The first word of the scopes of each resource. */
const SCOPE_WORDS: Readonly<Record<FileResource, 'products' | 'entities' | 'attributes' | 'media'>> = {
  products: 'products',
  categories: 'products',
  entities: 'entities',
  attributes: 'attributes',
  attribute_sets: 'attributes',
  option_sets: 'attributes',
  options: 'attributes',
  media: 'media',
};

/** Returns the scopes for writing the rows of a resource, and for reading them. */
export function scopesOfResource(resource: FileResource): {
  readonly read: Scope;
  readonly write: Scope;
} {
  const word = SCOPE_WORDS[resource];
  return { read: `${word}:read`, write: `${word}:write` };
}

/** Conditions for the list of profiles. */
interface ProfileFilter {
  readonly scheduled?: boolean | null | undefined;
}

export const profileResource = defineResource<ImportExportProfile, ProfileDocument, null, ProfileFilter>({
  resource: 'import_export_profile',
  type: 'ImportExportProfile',
  noun: 'importExportProfile',
  plural: 'importExportProfiles',
  scopes: { read: 'import-export:read', write: 'import-export:write' },
  store: profileStore,
  list: {
    where: ({ scheduled }) => {
      if (scheduled === null || scheduled === undefined) return [];
      // The schedule is an object, or null in SQL or JSON.
      return [`(jsonb_typeof(schedule) IS NOT DISTINCT FROM 'object') = ${scheduled}`];
    },
  },
  localized: ['labels'],
  merged: ['options'],
  worded: ['options'],
  blank: ({ code }) => ({
    code: String(code),
    labels: {},
    direction: '' as Direction,
    resource: '' as FileResource,
    format: '' as FileType,
    options: {},
    mapping: [],
    mode: 'upsert',
    errorPolicy: 'skip_rows',
    maxErrors: null,
    filter: null,
    columns: null,
    schedule: null,
  }),
  references: async (context, next) => {
    authorizeRows(context, next);
    return null;
  },
  check: (next) => ({ document: next, problems: checkProfile(next) }),
  async afterWrite(context, written) {
    const scheduled = written.flatMap(({ id, after }) =>
      after === null || after.schedule === null ? [] : [id],
    );
    if (scheduled.length > 0) await storePrincipal(context, scheduled, requirePrincipal(context.session));
  },
});

export const { upsert: upsertImportExportProfiles } = profileResource;

/**
 * Permits saving a profile only to callers that may do themselves what the profile does; only such callers can run it.
 */
function authorizeRows({ session }: WriteContext, next: readonly ProfileDocument[]): void {
  for (const { code, resource, direction } of next) {
    // An unknown resource is rejected by the rules.
    if (!Object.hasOwn(SCOPE_WORDS, resource)) continue;
    const { read, write } = scopesOfResource(resource);
    const what = `The profile '${code}' of ${resource}`;
    if (direction !== 'import') authorize(session, read, what);
    if (direction !== 'export') authorize(session, write, what);
  }
}
