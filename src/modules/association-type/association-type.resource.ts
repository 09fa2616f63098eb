import { checkLabels, type Labels } from '../../kernel/labels.ts';
import type { AssociationType } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { type ApiNames, loadApiNames } from '../api-name/index.ts';

/** A kind of link between products as it is written. */
export interface AssociationTypeDocument {
  readonly code: string;
  readonly apiName: string;
  readonly labels: Labels;
  /** A link from one product is also one back, of the same quantity. */
  readonly twoWay: boolean;
  /** Links carry a quantity. */
  readonly quantified: boolean;
}

export const associationTypeStore = createTableStore<AssociationTypeDocument>({
  table: 'association_type',
  fields: ['apiName', 'labels', 'twoWay', 'quantified'],
  nulls: { apiName: '' },
});

export const associationTypeResource = defineResource<AssociationType, AssociationTypeDocument, ApiNames>({
  resource: 'association_type',
  type: 'AssociationType',
  noun: 'associationType',
  plural: 'associationTypes',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: associationTypeStore,
  // Links that exist would not be what the type says any more.
  immutable: ['code', 'twoWay', 'quantified'],
  localized: ['labels'],
  blank: ({ code }) => ({ code: String(code), apiName: '', labels: {}, twoWay: false, quantified: false }),
  references: (context, next, current) => loadApiNames(context, 'association_type', next, current),
  check(next, current, names, accepted) {
    const name = names.validate(next, current, accepted);
    const problems = [...checkLabels(next.labels, ['labels']), ...name.problems];
    return { document: { ...next, apiName: name.value }, problems };
  },
});

export const {
  create: createAssociationType,
  delete: deleteAssociationType,
  loader: associationTypeLoader,
  upsert: upsertAssociationTypes,
} = associationTypeResource;
