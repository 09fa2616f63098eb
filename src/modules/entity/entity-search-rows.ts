import type { WriteContext } from '../../kernel/operation.ts';
import { shownValues } from '../product/index.ts';
import { type Fact, isSearched, type SearchDocument, storeSearchDocuments } from '../search/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { countLiving, type EntityContent, lockContents, pickLiving } from './entity.store.ts';

isSearched('entity', {
  pick: pickLiving,
  count: countLiving,
  factsOf: async (context, structure, ids) =>
    (await lockContents(context, ids)).map((entity) => entityDocument(entity, structure)),
});

/** Stores what entities are found by. */
export async function storeEntityDocuments(
  context: WriteContext,
  structure: CatalogueStructure,
  entities: readonly EntityContent[],
): Promise<void> {
  await storeSearchDocuments(
    context,
    'entity',
    structure,
    entities.map((entity) => entityDocument(entity, structure)),
  );
}

/** Stores what one entity, which came back, is found by. */
export async function storeDocumentsOfEntity(
  context: WriteContext,
  structure: CatalogueStructure,
  id: string,
): Promise<void> {
  await storeEntityDocuments(context, structure, await lockContents(context, [id]));
}

/** What an entity shows, for finding it. */
export function entityDocument(
  { id, code, entityType, labels, active, parentId, values }: EntityContent,
  structure: CatalogueStructure,
): SearchDocument {
  return {
    id,
    key: code,
    words: [...new Set(Object.values(labels))],
    completeness: [],
    links: {},
    createdAt: 0,
    updatedAt: 0,
    effectiveUpdatedAt: 0,
    facts: [
      ['set', entityType],
      parentId === null ? ['parent'] : ['parent', parentId],
      ...(active ? [['active'] as Fact] : []),
    ],
    values: shownValues(values, structure),
  };
}
