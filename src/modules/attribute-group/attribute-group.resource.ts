import { checkLabels, type Labels } from '../../kernel/labels.ts';
import type { AttributeGroup } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';

/** A group of attributes as it is written. */
export interface AttributeGroupDocument {
  readonly code: string;
  readonly labels: Labels;
  readonly sortOrder: number;
}

export const attributeGroupStore = createTableStore<AttributeGroupDocument>({
  table: 'attribute_group',
  fields: ['labels', 'sortOrder'],
  orderedIn: null,
});

export const attributeGroupResource = defineResource<AttributeGroup, AttributeGroupDocument>({
  resource: 'attribute_group',
  type: 'AttributeGroup',
  noun: 'attributeGroup',
  plural: 'attributeGroups',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: attributeGroupStore,
  list: { position: ['sort_order'], defaultSort: () => 'position' },
  localized: ['labels'],
  blank: ({ code }) => ({ code: String(code), labels: {}, sortOrder: 0 }),
  check: (next) => ({ document: next, problems: checkLabels(next.labels, ['labels']) }),
});

export const { loader: attributeGroupLoader, upsert: upsertAttributeGroups } = attributeGroupResource;
