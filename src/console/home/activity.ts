/** An event of the catalogue, as the API has it. */
export interface CatalogueEvent {
  readonly id: string;
  /** `product.created` */
  readonly type: string;
  readonly createdAt: string;
  readonly jobId: string | null;
  readonly actor: { readonly id: string; readonly name: string; readonly type: string };
  readonly data: unknown;
}

/** What somebody did to objects of one kind on one day. */
export interface Activity {
  readonly key: string;
  readonly who: string;
  readonly resource: string;
  readonly verb: string;
  /** Of the latest. */
  readonly at: string;
  /** Number of objects. */
  readonly count: number;
  /** SKU or code, of a single object. */
  readonly name: string | null;
  /** The SKUs of products, the latest first; empty for other objects. */
  readonly skus: readonly string[];
}

/** The kinds of objects that sentences are made of. */
export const RESOURCES = [
  'product',
  'entity',
  'category',
  'media',
  'attribute',
  'attribute_set',
  'attribute_group',
  'option',
  'option_set',
  'entity_type',
  'association_type',
  'channel',
  'locale',
  'storefront',
] as const;
export type Resource = (typeof RESOURCES)[number];
export const VERBS = ['created', 'updated', 'deleted'] as const;
export type Verb = (typeof VERBS)[number];

/** The types of events that are asked for. */
export const ACTIVITY_TYPES: readonly string[] = RESOURCES.flatMap((resource) =>
  VERBS.map((verb) => `${resource}.${verb}`),
);

const textOf = (data: unknown, key: string): string | null => {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
  return typeof value === 'string' ? value : null;
};

/**
 * Who did what, the latest first. What one did to objects of a kind on a day is one activity; events of jobs are left out,
 * the job tells them.
 *
 * @param events in the order of the ledger
 */
export function toActivities(events: readonly CatalogueEvent[]): Activity[] {
  const own = events.filter(({ jobId }) => jobId === null).toReversed();
  const groups = Map.groupBy(own, ({ actor, type, createdAt }) =>
    [actor.id, type, createdAt.slice(0, 10)].join(' '),
  );
  return [...groups].flatMap(([key, group]): Activity[] => {
    const [first] = group;
    if (first === undefined) return [];
    const objects = new Set(group.map(({ data }) => textOf(data, 'id')));
    const [resource = '', verb = ''] = first.type.split('.');
    return [
      {
        key,
        who: first.actor.name,
        resource,
        verb,
        at: first.createdAt,
        count: objects.size,
        skus: [...new Set(group.flatMap(({ data }) => textOf(data, 'sku') ?? []))],
        name: objects.size === 1 ? (textOf(first.data, 'sku') ?? textOf(first.data, 'code')) : null,
      },
    ];
  });
}
