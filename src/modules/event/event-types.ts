import { type EventVerb, LEDGER_RESOURCES, type LedgerResource } from '../../kernel/event.ts';
import type { IdentifiedType } from '../../kernel/ids.ts';
import { type ScopeExpression, scopesIn } from '../../kernel/scopes.ts';

/** Properties that events of one kind of object have in common. */
interface ResourceEvents {
  /** The type of its public id. */
  readonly type: IdentifiedType;
  /** Scopes that permit reading its events. */
  readonly scope: ScopeExpression;
  /** Key that identifies the object in `data`, besides its id. */
  readonly key: 'sku' | 'code' | 'name' | 'profile' | 'subject';
  readonly verbs: readonly EventVerb[];
  /** True if it has values, so that `data` lists the attributes that changed. */
  readonly hasValues?: true;
}

const STORED: readonly EventVerb[] = ['created', 'updated', 'deleted'];
const RESTORABLE: readonly EventVerb[] = [...STORED, 'restored', 'purged'];
const attributes = { scope: 'attributes:read', key: 'code', verbs: STORED } as const;
const settings = { scope: 'settings:read', key: 'code', verbs: STORED } as const;

const jobs = {
  type: 'Job',
  scope: 'import-export:read',
  key: 'profile',
  verbs: ['completed', 'failed'],
} as const;

export const RESOURCE_EVENTS: Readonly<Record<LedgerResource, ResourceEvents>> = {
  organization: { ...settings, type: 'Organization', key: 'name', verbs: ['updated'] },
  locale: { ...settings, type: 'Locale' },
  currency: { ...settings, type: 'Currency' },
  channel: { ...settings, type: 'Channel' },
  attribute_group: { ...attributes, type: 'AttributeGroup' },
  attribute: { ...attributes, type: 'Attribute' },
  option_set: { ...attributes, type: 'OptionSet' },
  option: { ...attributes, type: 'Option' },
  attribute_set: { ...attributes, type: 'AttributeSet' },
  measurement_family: { ...attributes, type: 'MeasurementFamily' },
  category: { type: 'Category', scope: 'products:read', key: 'code', verbs: STORED },
  association_type: { ...attributes, type: 'AssociationType' },
  entity_type: { ...attributes, type: 'EntityType', scope: { anyOf: ['entities:read', 'attributes:read'] } },
  entity: { type: 'Entity', scope: 'entities:read', key: 'code', verbs: RESTORABLE, hasValues: true },
  product: {
    type: 'Product',
    scope: 'products:read',
    key: 'sku',
    verbs: [...RESTORABLE, 'live_changed'],
    hasValues: true,
  },
  media: { type: 'Media', scope: 'media:read', key: 'code', verbs: RESTORABLE },
  import_export_profile: {
    type: 'ImportExportProfile',
    scope: 'import-export:read',
    key: 'code',
    verbs: STORED,
  },
  storefront: { ...settings, type: 'Storefront' },
  import: { ...jobs },
  export: { ...jobs },
  revert: { ...jobs, key: 'subject' },
};

/** Type of an event, such as `product.created`: the kind of object and the change. */
export type EventType = `${LedgerResource}.${EventVerb}`;

/** Every type of event there is, by resource. */
export const EVENT_TYPES: readonly EventType[] = LEDGER_RESOURCES.flatMap((resource) =>
  RESOURCE_EVENTS[resource].verbs.map((verb): EventType => `${resource}.${verb}`),
);

/** Scopes that permit reading events at all: those that permit reading some type. */
export const READ_EVENTS_SCOPE: ScopeExpression = {
  anyOf: [...new Set(LEDGER_RESOURCES.flatMap((resource) => scopesIn(RESOURCE_EVENTS[resource].scope)))],
};

/** Returns the scopes that permit reading events of a type: those that permit reading their objects. */
export const scopeOfEvent = (type: EventType): ScopeExpression =>
  RESOURCE_EVENTS[type.split('.')[0] as LedgerResource].scope;
