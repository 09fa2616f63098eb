import { checkLabels, type Labels } from '../../kernel/labels.ts';
import type { AssociationType } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import { tableStore } from '../../platform/resource/table-store.ts';

/** A kind of link between products as it is written. */
export interface AssociationTypeDocument {
  readonly code: string;
  readonly labels: Labels;
  /** A link from one product is also one back, of the same quantity. */
  readonly twoWay: boolean;
  /** Links carry a quantity. */
  readonly quantified: boolean;
}

export const associationTypeStore = tableStore<AssociationTypeDocument>({
  table: 'association_type',
  fields: ['labels', 'twoWay', 'quantified'],
});

export const associationTypeResource = defineResource<AssociationType, AssociationTypeDocument>({
  resource: 'association_type',
  type: 'AssociationType',
  noun: 'associationType',
  plural: 'associationTypes',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: associationTypeStore,
  // Links that exist would not be what the type says any more.
  immutable: ['code', 'twoWay', 'quantified'],
  localized: ['labels'],
  blank: ({ code }) => ({ code: String(code), labels: {}, twoWay: false, quantified: false }),
  check: (next) => ({ document: next, problems: checkLabels(next.labels, ['labels']) }),
});

export const {
  create: createAssociationType,
  delete: deleteAssociationType,
  loader: associationTypeLoader,
  upsert: upsertAssociationTypes,
} = associationTypeResource;
