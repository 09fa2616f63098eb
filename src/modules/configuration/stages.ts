import { foldKey } from '../../kernel/codes.ts';
import type { ResourcePatch } from '../../platform/resource/resource.ts';
import { CONFIGURATION_KINDS, type ConfigurationKind } from './configuration-kinds.ts';
import { CONFIGURATION_RESOURCES } from './configuration-resources.ts';

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

/** Fields of an entity type that refer to attributes, emptied. */
export const ENTITY_TYPE_WITHOUT_ATTRIBUTES = {
  attributes: [],
  attributeAsLabel: null,
  attributeAsImage: null,
  requiredAttributes: null,
} as const;

/**
 * Returns the items in an order in which each finds what it refers to. Two kinds of objects are created empty first:
 * entity types with attributes that name entity types, and locales and currencies to be disabled, which channels have
 * to drop before.
 */
export function stagesOf<Item extends ConfigurationItem>(items: readonly Item[]): readonly Stage<Item>[] {
  const isOfEntities = ({ kind, patch }: Item) =>
    kind === 'attribute' && typeof patch.entityType === 'string';
  const late = new Set(items.filter(isOfEntities).map(({ patch }) => foldKey(patch.code)));
  const isCircular = ({ patch }: Item) => memberCodesOf(patch).some((code) => late.has(foldKey(code)));
  const isDisabled = ({ patch }: Item) => patch.enabled === false;
  const of = (kind: Item['kind'], isIncluded: (item: Item) => boolean = () => true): Stage<Item> => ({
    kind,
    items: inOwnOrder(kind, items).filter(isIncluded),
  });
  const stages = CONFIGURATION_KINDS.flatMap((kind): readonly Stage<Item>[] => {
    if (kind === 'locale' || kind === 'currency')
      return [{ ...of(kind, isDisabled), asShells: true }, of(kind, (item) => !isDisabled(item))];
    if (kind === 'attribute') return [of(kind, (item) => !isOfEntities(item))];
    if (kind === 'channel') return [of(kind), of('locale', isDisabled), of('currency', isDisabled)];
    if (kind !== 'entity_type') return [of(kind)];
    return [
      of(kind, (item) => !isCircular(item)),
      { ...of(kind, isCircular), asShells: true },
      of('attribute', isOfEntities),
      of(kind, isCircular),
    ];
  });
  return stages.filter((stage) => stage.items.length > 0);
}

/** Returns the codes of the attributes that an entity type gets. */
const memberCodesOf = ({ attributes, addAttributes }: ResourcePatch): readonly string[] => [
  ...((attributes ?? []) as readonly string[]),
  ...((addAttributes ?? []) as unknown as readonly { readonly code: string }[]).map(({ code }) => code),
];

/** Returns the items of a kind, those that others of the kind name before these. */
function inOwnOrder<Item extends ConfigurationItem>(
  kind: Item['kind'],
  items: readonly Item[],
): readonly Item[] {
  const ofKind = items.filter((item) => item.kind === kind);
  const { ownReference: field } = CONFIGURATION_RESOURCES[kind];
  if (field === undefined) return ofKind;
  const byCode = Map.groupBy(ofKind, ({ patch }) => foldKey(patch.code));
  const visited = new Set<string>();
  return [...byCode.keys()].flatMap((code) => {
    const chain: string[] = [];
    for (let next: string | null = code; next !== null && byCode.has(next) && !visited.has(next); ) {
      visited.add(next);
      chain.push(next);
      const reference: unknown = byCode.get(next)?.find(({ patch }) => typeof patch[field] === 'string')
        ?.patch[field];
      next = typeof reference === 'string' ? foldKey(reference) : null;
    }
    return chain.reverse().flatMap((key) => byCode.get(key) ?? []);
  });
}
