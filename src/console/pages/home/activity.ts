/** Number of actions of a person on objects of one kind on one day, as the API counts them. */
export interface ActivityCount {
  readonly actor: { readonly id: string; readonly type: string; readonly name: string };
  /** Type of the event: `product.created`. */
  readonly type: string;
  readonly day: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly objects: number;
  readonly refs: readonly string[];
}

/** A sentence about the actions of somebody. */
export interface Activity {
  readonly key: string;
  readonly who: string;
  readonly resource: string;
  readonly verb: string;
  /** Time of the latest action. */
  readonly at: string;
  /** Time of the earliest action; null where there may be an earlier one before those that were loaded. */
  readonly since: string | null;
  /** Number of objects; null where there may be more of them in events before the known ones. */
  readonly count: number | null;
  /** SKU or code of a single object. */
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
export const ACTIVITY_VERBS = ['created', 'updated', 'deleted'] as const;
export type ActivityType = (typeof ACTIVITY_VERBS)[number];

/** The types of events that are requested. */
export const ACTIVITY_TYPES: readonly string[] = RESOURCES.flatMap((resource) =>
  ACTIVITY_VERBS.map((verb) => `${resource}.${verb}`),
);

/**
 * Returns who did what, the latest first. On the first day, events before those that were counted may be missing: then
 * several objects are not counted, and one is left out.
 *
 * @param isFromStart true if all events were counted
 */
export function groupActivity(summary: readonly ActivityCount[], isFromStart: boolean): Activity[] {
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
