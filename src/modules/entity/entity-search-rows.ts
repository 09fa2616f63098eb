import type { WriteWork } from '../../kernel/operation.ts';
import { shownValues } from '../product/index.ts';
import { type Fact, type Facts, isSearched, storeFacts } from '../search/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { countLiving, type EntityContent, lockContents, pickLiving } from './entity.store.ts';

isSearched('entity', {
  pick: pickLiving,
  count: countLiving,
  factsOf: async (work, structure, ids) =>
    (await lockContents(work, ids)).map((entity) => entityFacts(entity, structure)),
});

/** Stores what entities are found by. */
export async function storeEntityFacts(
  work: WriteWork,
  structure: CatalogueStructure,
  entities: readonly EntityContent[],
): Promise<void> {
  await storeFacts(
    work,
    'entity',
    structure,
    entities.map((entity) => entityFacts(entity, structure)),
  );
}

/** Stores what one entity, which came back, is found by. */
export async function storeFactsOfEntity(
  work: WriteWork,
  structure: CatalogueStructure,
  id: string,
): Promise<void> {
  await storeEntityFacts(work, structure, await lockContents(work, [id]));
}

/** What an entity shows, for finding it. */
export function entityFacts(
  { id, code, entityType, labels, active, parentId, values }: EntityContent,
  structure: CatalogueStructure,
): Facts {
  return {
    ...{ id, key: code, words: [...new Set(Object.values(labels))], completeness: [], links: {} },
    ...{ createdAt: 0, updatedAt: 0, effectiveUpdatedAt: 0 },
    facts: [
      ['set', entityType],
      parentId === null ? ['parent'] : ['parent', parentId],
      ...(active ? [['active'] as Fact] : []),
    ],
    values: shownValues(values, structure),
  };
}
