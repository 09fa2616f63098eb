import type { Labels } from '../../kernel/labels.ts';
import type { FilterKind, PropertyDefinition } from './property.ts';

/** The properties of an entity that it holds itself, besides values. */
export interface EntityProperties {
  /** Stored code of its type. */
  readonly entityType: string;
  readonly code: string;
  readonly labels: Labels;
  /** Code of the entity directly above. */
  readonly parent: string | null;
  /** False: kept where it is used, rejected for new values. */
  readonly active: boolean;
}

/** The one declaration of each property of entities, as `PRODUCT_PROPERTIES` is of products. */
export const ENTITY_PROPERTIES = {
  entityType: {
    column: 'entity_type',
    type: 'text',
    blank: '',
    filter: 'one',
    file: { kind: 'text' },
    inEvents: 'Code of its type.',
  },
  code: {
    column: 'code',
    type: 'text',
    blank: '',
    filter: 'none: `codes` lists several',
    file: { kind: 'text' },
    inEvents: 'none: it is the key of the event',
  },
  labels: {
    column: 'labels',
    type: 'jsonb',
    blank: {},
    filter: 'none: `q` finds them',
    file: { kind: 'text', keyed: { column: 'label', by: 'locale' } },
    inEvents: 'none: by locale',
  },
  parent: {
    column: 'parent_id',
    type: 'uuid',
    blank: null,
    filter: 'one',
    file: { kind: 'text' },
    inEvents: 'none: of hierarchical types only',
  },
  active: {
    column: 'active',
    type: 'boolean',
    blank: true,
    filter: 'flag',
    file: { kind: 'boolean' },
    inEvents: 'none: hardly ever changes',
  },
} as const satisfies Readonly<Record<keyof EntityProperties, PropertyDefinition>>;

export type EntityPropertyKey = keyof EntityProperties;

export type EntityPropertyFilteredBy<Kind extends FilterKind> = {
  [Key in EntityPropertyKey]: (typeof ENTITY_PROPERTIES)[Key]['filter'] extends Kind ? Key : never;
}[EntityPropertyKey];
