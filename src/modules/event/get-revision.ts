import { defineRead } from '../../kernel/operation.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { loadRevisions, UNLIMITED_BYTES } from './revision.store.ts';

/** Versions are counted in 32 bits. */
const LAST_VERSION = 2 ** 31 - 2;

/** Returns the operation that reads one revision of one kind of object; null when there is no such version. */
export function defineRevision(name: string, scope: ScopeExpression) {
  return defineRead({
    name,
    scope,
    errors: [],
    async handler(context: PrismaReadContext, { objectId, version }: { objectId: string; version: number }) {
      if (version < 1 || version > LAST_VERSION) return null;
      const { organizationId } = context.session;
      const [found] = await loadRevisions(context, organizationId, objectId, version + 1, 1, UNLIMITED_BYTES);
      return found?.version === version ? found : null;
    },
  });
}
