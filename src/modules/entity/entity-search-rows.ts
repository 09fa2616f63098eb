import type { SearchSource } from '../../kernel/module.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { emitDerived } from '../../platform/ledger/emit-derived.ts';
import { withoutObsoleteCells } from '../product/index.ts';
import { type IndexTerm, type SearchDocument, storeSearchDocuments } from '../search/index.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';
import { type EntityContent, entityRows, lockContents } from './entity.store.ts';

export const entitySearchSource: SearchSource<WriteContext> = {
  table: 'entity',
  nextIds: entityRows.pickLiving,
  count: entityRows.countLiving,
  async store(context, ids) {
    const entities = await lockContents(context, ids);
    await indexEntities(context, await readStructure(context), entities);
    emitDerived(
      context,
      'entity',
      entities.map(({ id }) => id),
    );
  },
};

/** Stores what entities are found by. */
export async function indexEntities(
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
export async function indexEntity(
  context: WriteContext,
  structure: CatalogueStructure,
  id: string,
): Promise<void> {
  await indexEntities(context, structure, await lockContents(context, [id]));
}

/** Returns the search document of an entity, with its searchable texts. */
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
      ...(active ? [['active'] as IndexTerm] : []),
    ],
    values: withoutObsoleteCells(values, structure),
    ownValues: values,
    named: [],
  };
}
