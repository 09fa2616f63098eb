import type { ReferenceKind } from '../../kernel/module.ts';
import type { DomainModule } from '../../kernel/operation.ts';
import { indexedUsers } from '../../platform/resource/usages.ts';

/** Returns the products and entities whose own values name an object. */
const holders = (kind: ReferenceKind, condition = 'true') =>
  indexedUsers(kind, {
    table: 'value_holder',
    columns: 'holder.type, holder.id, holder.code, holder.deleted_at',
    condition: `(wanted.types IS NULL OR holder.type = ANY(wanted.types)) AND ${condition}`,
  });

export const valuesModule: DomainModule = {
  usedBy: {
    attribute: holders('attribute'),
    channel: holders('channel'),
    currency: holders('currency'),
    entity: holders('entity', 'holder.id <> wanted.id'),
    locale: holders('locale'),
    media: holders('media'),
    option: holders('option'),
    unit: holders('unit'),
  },
};
