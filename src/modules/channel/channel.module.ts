import type { DomainModule } from '../../kernel/operation.ts';
import { rowsReferencing } from '../../platform/resource/usages.ts';

export const channelModule: DomainModule = {
  usedBy: {
    attribute: rowsReferencing('Channel', 'channel.conversion_units ? wanted.code'),
    category_root: rowsReferencing('Channel', 'channel.category_root = wanted.code'),
    enabled_currency: rowsReferencing('Channel', 'wanted.code = ANY(channel.currencies)'),
    enabled_locale: rowsReferencing('Channel', 'wanted.code = ANY(channel.locales)'),
    unit: `SELECT wanted.key, 'Channel', channel.id, channel.code, NULL::timestamptz
      FROM wanted JOIN public.attribute
        ON attribute.organization_id = $1::uuid AND attribute.measurement_family = wanted.owner
      JOIN public.channel
        ON channel.organization_id = $1::uuid AND channel.conversion_units ->> attribute.code = wanted.code`,
  },
};
