import { foldKey } from '../../kernel/codes.ts';
import type { EntityProperties } from '../property/index.ts';
import { NO_VALUES, type Values } from '../values/index.ts';

/** An entity as its row holds it. */
export interface EntityDocument extends Omit<EntityProperties, 'parent'> {
  /** UUID of the entity above. */
  readonly parentId: string | null;
  readonly values: Values;
  /** See {@link entitySearchText}. */
  readonly searchText: string;
}

/** Returns a new entity before anything is known of it. */
export function newEntity(entityType: string, code: string): EntityDocument {
  return { code, entityType, labels: {}, active: true, parentId: null, values: NO_VALUES, searchText: '' };
}

/** Returns the code and labels, folded and line by line: what an entity is found by. */
export function entitySearchText({ code, labels }: Pick<EntityDocument, 'code' | 'labels'>): string {
  const texts = Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text);
  return [code, ...new Set(texts)].map(foldKey).join('\n');
}

/** Returns the prefix of the scopes of unique values: a value is unique among the entities of one type. */
export const uniqueScope = (entityType: string): string => `${entityType}:`;
