import type { LedgerResource } from '../../kernel/event.ts';
import { AUDIT_KINDS, type AuditKind } from '../../platform/audit/record-audit.ts';

/** Areas of the audit log; clients filter by them, so they are for ever. */
export const AUDIT_AREAS = [
  'access',
  'members',
  'tokens',
  'webhooks',
  'model',
  'settings',
  'data_flows',
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** Area of each kind of stored entry, by the first part of the kind. */
const AREA_OF_ENTRY: Readonly<Record<string, AuditArea>> = {
  session: 'access',
  password: 'access',
  scope: 'access',
  member: 'members',
  personal_data: 'members',
  token: 'tokens',
  storefront_key: 'tokens',
  webhook: 'webhooks',
  job: 'data_flows',
};

/** Kinds of objects whose changes are in the audit log: all but the content of the catalogue. */
const AREA_OF_RESOURCE = {
  category: 'model',
  attribute_group: 'model',
  option_set: 'model',
  option: 'model',
  attribute: 'model',
  entity_type: 'model',
  association_type: 'model',
  attribute_set: 'model',
  measurement_family: 'model',
  organization: 'settings',
  locale: 'settings',
  currency: 'settings',
  channel: 'settings',
  storefront: 'settings',
  import_export_profile: 'data_flows',
  import: 'data_flows',
  export: 'data_flows',
  revert: 'data_flows',
} as const satisfies Readonly<Partial<Record<LedgerResource, AuditArea>>>;
export type AuditedResource = keyof typeof AREA_OF_RESOURCE;

export const AUDITED_RESOURCES = Object.keys(AREA_OF_RESOURCE) as readonly AuditedResource[];

export const areaOfEntry = (kind: AuditKind): AuditArea =>
  AREA_OF_ENTRY[kind.split('.')[0] ?? ''] ?? 'access';

export const areaOfResource = (resource: AuditedResource): AuditArea => AREA_OF_RESOURCE[resource];

/** Returns the kinds of stored entries of some areas. */
export const entryKindsOf = (areas: readonly AuditArea[]): readonly AuditKind[] =>
  AUDIT_KINDS.filter((kind) => areas.includes(areaOfEntry(kind)));
