import { foldKey } from '../../kernel/codes.ts';
import type { ConfigurationChanges, DeletedReference, ReferenceKind } from '../../kernel/module.ts';
import type { DomainModule, ReadContext } from '../../kernel/operation.ts';
import { findUsages, NEVER } from './usages.ts';

/** Paths of the codes of each kind in the JSON grammar of filters, and in sorts and columns. */
const PATHS = {
  attribute: ['$.**.attribute ? (@ == $code)', '$.**.attributes.keyvalue() ? (@.key == $code)'],
  attribute_set: ['$.**.attribute_set.** ? (@ == $code)', '$.**.attributeSet.** ? (@ == $code)'],
  category: ['$.**.categories.** ? (@ == $code)', '$.**.category.** ? (@ == $code)'],
  channel: ['$.**.channel ? (@ == $code)', '$.**.channels.** ? (@ == $code)'],
} as const;

/** Returns the SQL condition that filters, sorts or columns (a JSON expression) name the object in `wanted`. */
export const filterNames = (kind: keyof typeof PATHS, content: string): string =>
  PATHS[kind]
    .map(
      (path) =>
        `jsonb_path_exists(${content}, '${path}', jsonb_build_object('code', wanted.code), silent => true)`,
    )
    .join(' OR ');

/**
 * Returns what names the deleted objects without keeping them, such as saved views. It stays and finds them no longer.
 */
export async function findDeletedReferences(
  context: ReadContext,
  modules: readonly DomainModule[],
  changes: ConfigurationChanges,
): Promise<readonly DeletedReference[]> {
  const mentioning = modules.map(({ mentionedBy }) =>
    mentionedBy === undefined ? {} : { usedBy: mentionedBy },
  );
  const references: DeletedReference[] = [];
  for (const [kind, list] of changes) {
    const codes = list.flatMap(({ before, after }) =>
      after === null && before !== null ? (before as { readonly code: string }).code : [],
    );
    if (codes.length === 0 || !mentioning.some(({ usedBy }) => usedBy?.[kind as ReferenceKind] !== undefined))
      continue;
    const usages = await findUsages(
      {
        execute: (statement, parameters) => context.execute(statement, parameters),
        session: context.session,
        modules: mentioning,
      },
      [kind],
      codes.map((code) => ({ code })),
      NEVER,
    );
    for (const code of codes)
      for (const { type, count, users } of usages.get(foldKey(code))?.byType ?? [])
        references.push({ object: code, type, count, names: users.map((user) => user.code) });
  }
  return references;
}
