import type { KeyedPatch } from '../../platform/resource/resource-operations.ts';
import type { ConfigurationItem } from '../configuration/index.ts';
import type { ModelKind } from './model-kinds.ts';

/** One object to create or change. */
export interface ModelItem extends ConfigurationItem<ModelKind> {
  /** Version that the item is based on. */
  readonly ifVersion?: number | null | undefined;
  /** Code of the option that an option shall follow; null: it shall be the first. */
  readonly after?: string | null | undefined;
  /** Keys from the operation's input down to it. */
  readonly path: readonly string[];
}

/** One object to delete. */
export interface ModelDeletion {
  readonly kind: ModelKind;
  /** Code, and for an option that of its set. */
  readonly patch: KeyedPatch;
  readonly ifVersion?: number | null | undefined;
  readonly path: readonly string[];
}

/** Order in which kinds are deleted: each before what its objects can refer to. */
const DELETION_ORDER: readonly ModelKind[] = [
  'attribute_set',
  'channel',
  'attribute',
  'entity_type',
  'association_type',
  'category',
  'option',
  'option_set',
  'attribute_group',
  'measurement_family',
  'currency',
  'locale',
];

/** Returns the deletions by kind, in an order in which users go before what they use. */
export function deletionStages(
  deletions: readonly ModelDeletion[],
): readonly { readonly kind: ModelKind; readonly items: readonly ModelDeletion[] }[] {
  return DELETION_ORDER.map((kind) => ({
    kind,
    items: deletions.filter((deletion) => deletion.kind === kind),
  })).filter(({ items }) => items.length > 0);
}

/**
 * Returns the entity types that are emptied before anything is deleted: they may have an attribute, or require one in a
 * channel, that is deleted too, and attributes may name them.
 */
export function circularDeletions(deletions: readonly ModelDeletion[]): readonly ModelDeletion[] {
  const isReferred = deletions.some(({ kind }) => kind === 'attribute' || kind === 'channel');
  return isReferred ? deletions.filter(({ kind }) => kind === 'entity_type') : [];
}
