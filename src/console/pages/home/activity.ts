/** What somebody did to objects of one kind on one day, as the API counts it. */
export interface Summary {
  readonly actor: { readonly id: string; readonly name: string };
  /** `product.created` */
  readonly type: string;
  readonly day: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly objects: number;
  readonly refs: readonly string[];
}

/** A sentence of what somebody did. */
export interface Activity {
  readonly key: string;
  readonly who: string;
  readonly resource: string;
  readonly verb: string;
  /** Of the latest. */
  readonly at: string;
  /** Of the earliest; null where it may be one before the known ones. */
  readonly since: string | null;
  /** Number of objects; null where there may be more of them in events before the known ones. */
  readonly count: number | null;
  /** SKU or code, of a single object. */
  readonly name: string | null;
  /** The SKUs of products, the latest first; empty for other objects and without a count. */
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

/**
 * Who did what, the latest first. Of the first day, events before those that were counted may be missing: then several
 * objects are not counted, and one is left out.
 *
 * @param isFromStart whether all events were counted
 */
export function toActivities(summary: readonly Summary[], isFromStart: boolean): Activity[] {
  const cutDay = isFromStart ? null : summary.map(({ day }) => day).toSorted()[0];
  return summary.flatMap(({ actor, type, day, firstAt, lastAt, objects, refs }): Activity[] => {
    const isCut = day === cutDay;
    if (isCut && objects === 1) return [];
    const [resource = '', verb = ''] = type.split('.');
    return [
      {
        key: [actor.id, type, day].join(' '),
        who: actor.name,
        resource,
        verb,
        at: lastAt,
        since: isCut ? null : firstAt,
        count: isCut ? null : objects,
        name: objects === 1 ? (refs[0] ?? null) : null,
        skus: resource === 'product' && !isCut ? refs : [],
      },
    ];
  });
}
