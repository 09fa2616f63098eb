import { CODE_PATTERN } from '../../kernel/codes.ts';
import { checkLabels, type Labels } from '../../kernel/labels.ts';
import type { ResourceDefinition } from '../../platform/resource/resource.ts';
import { CODE_HINT } from '../../platform/resource/resource-operations.ts';
import { tableStore } from '../../platform/resource/table-store.ts';

/** A group of attributes as it is written. */
export interface AttributeGroupDocument {
  readonly code: string;
  readonly labels: Labels;
  readonly sortOrder: number;
}

export const attributeGroupStore = tableStore<AttributeGroupDocument>({
  table: 'attribute_group',
  fields: ['labels', 'sortOrder'],
});

export const attributeGroupResource: ResourceDefinition<AttributeGroupDocument> = {
  resource: 'attribute_group',
  type: 'AttributeGroup',
  noun: 'attributeGroup',
  plural: 'attributeGroups',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: attributeGroupStore,
  codeRule: { pattern: CODE_PATTERN, hint: CODE_HINT },
  immutable: ['code'],
  localized: ['labels'],
  blank: ({ code }) => ({ code: String(code), labels: {}, sortOrder: 0 }),
  references: async () => null,
  check: (next) => ({ document: next, problems: checkLabels(next.labels, ['labels']) }),
};
