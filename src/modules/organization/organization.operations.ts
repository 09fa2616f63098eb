import { ValidationFailed } from '../../kernel/errors.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineRead, defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { findConflicts } from '../../platform/ledger/find-conflicts.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { lockStructure } from '../../platform/resource/structure-revision.ts';
import type { WriteOutcome } from '../../platform/resource/write-resources.ts';
import { findDefaultCandidates, lockOrganization, updateOrganizationRow } from './organization.store.ts';
import {
  changedSettingPaths,
  checkOrganization,
  type OrganizationPatch,
  organizationChanges,
} from './organization-rules.ts';

/** Returns the caller's organization. */
export const getOrganization = defineRead({
  name: 'getOrganization',
  scope: 'authenticated',
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { query }: { readonly query: object }) =>
    prisma.organization.findUniqueOrThrow({ ...query, where: { id: session.organizationId } }),
});

export interface UpdateOrganizationInput {
  readonly patch: OrganizationPatch;
  readonly ifVersion?: number | null | undefined;
}

/** Changes name and defaults of the caller's organization. */
export const updateOrganization = defineWrite({
  name: 'updateOrganization',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { patch, ifVersion }: UpdateOrganizationInput,
  ): Promise<{ readonly id: string; readonly outcome: WriteOutcome }> {
    await lockStructure(context);
    const stored = await lockOrganization(context);
    const candidates = await findDefaultCandidates(context, stored.id);
    const { next, problems } = checkOrganization(stored.settings, patch, candidates);
    if (ifVersion !== undefined && ifVersion !== null) {
      const written = changedSettingPaths(patch);
      const mismatch = await findConflicts(context, stored, ifVersion, ({ path }) => written.has(path));
      if (mismatch !== null) throw mismatch;
    }
    if (problems.length > 0) throw ValidationFailed.of(problems);
    const changes = organizationChanges(stored.settings, next);
    const id = encodeId('Organization', stored.id);
    if (changes.length === 0) return { id, outcome: 'unchanged' };
    await updateOrganizationRow(context, next);
    context.emit({
      resource: 'organization',
      verb: 'updated',
      objectId: stored.id,
      ref: next.name,
      version: stored.version + 1,
      changes,
    });
    return { id, outcome: 'updated' };
  },
});
