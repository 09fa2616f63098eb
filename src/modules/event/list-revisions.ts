import type { LedgerResource } from '../../kernel/event.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import { countRevisions, loadRevisions, type Revision } from './revision.store.ts';

export interface ListRevisionsInput extends PageRequest {
  readonly objectId: string;
}

/**
 * Returns the operation that lists the revisions of one kind of object, newest first; they are read from the ledger.
 */
export function defineRevisions(resource: LedgerResource, name: string, scope: ScopeExpression) {
  return defineRead({
    name,
    scope,
    errors: [],
    async handler(
      context: PrismaReadContext,
      { objectId, first, after }: ListRevisionsInput,
    ): Promise<Page<Revision>> {
      const size = pageSize(first);
      const list = ['revisions', resource, objectId];
      const before =
        after === null || after === undefined ? null : Number(context.cursors.decode(after, list)[0]);
      const rows = await loadRevisions(context, context.session.organizationId, objectId, before, size + 1);
      const items = rows.slice(0, size);
      return {
        items,
        cursorAt: (index) => context.cursors.encode([items[index]?.version ?? 0], list),
        hasNextPage: rows.length > size,
        count: () => countRevisions(context, context.session.organizationId, objectId),
      };
    },
  });
}
