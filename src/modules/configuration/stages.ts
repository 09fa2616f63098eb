import { foldKey } from '../../kernel/codes.ts';
import type { LedgerResource } from '../../kernel/event.ts';
import type { ResourcePatch } from '../../platform/resource/resource.ts';

/**
 * Kinds of configuration that have codes, each behind the kinds that it refers to. Attributes of entities and entity
 * types refer to each other; see {@link stagesOf}.
 */
export const CONFIGURATION_KINDS = [
  'locale',
  'currency',
  'measurement_family',
  'category',
  'attribute_group',
  'option_set',
  'option',
  'attribute',
  'channel',
  'entity_type',
  'association_type',
  'attribute_set',
  'storefront',
  'import_export_profile',
] as const satisfies readonly LedgerResource[];
export type ConfigurationKind = (typeof CONFIGURATION_KINDS)[number];

/** One object to write: its key and the fields to set. */
export interface ConfigurationItem<Kind extends ConfigurationKind = ConfigurationKind> {
  readonly kind: Kind;
  readonly patch: ResourcePatch & { readonly code: string };
}

/** Items of one kind that can be written together. */
export interface Stage<Item extends ConfigurationItem> {
  readonly kind: Item['kind'];
  readonly items: readonly Item[];
  /** True to ensure only that the objects exist, for objects that refer to each other in a circle. */
  readonly asShells?: true;
}

/**
 * Returns the items in an order in which each finds what it refers to. Entity types have attributes, and attributes of
 * entities name entity types: types that are part of such a circle are created empty first.
 */
export function stagesOf<Item extends ConfigurationItem>(items: readonly Item[]): readonly Stage<Item>[] {
  const isOfEntities = ({ kind, patch }: Item) =>
    kind === 'attribute' && typeof patch.entityType === 'string';
  const late = new Set(items.filter(isOfEntities).map(({ patch }) => foldKey(patch.code)));
  const isCircular = ({ patch }: Item) =>
    ((patch.attributes ?? []) as readonly string[]).some((code) => late.has(foldKey(code)));
  const stages = CONFIGURATION_KINDS.flatMap((kind): readonly Stage<Item>[] => {
    const ofKind = items.filter((item) => item.kind === kind);
    if (kind === 'attribute') return [{ kind, items: ofKind.filter((item) => !isOfEntities(item)) }];
    if (kind !== 'entity_type') return [{ kind, items: ofKind }];
    const circular = ofKind.filter(isCircular);
    return [
      { kind, items: ofKind.filter((item) => !circular.includes(item)) },
      { kind, items: circular, asShells: true },
      { kind: 'attribute', items: items.filter(isOfEntities) },
      { kind, items: circular },
    ];
  });
  return stages.filter((stage) => stage.items.length > 0);
}
