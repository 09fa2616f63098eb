import type { DomainModule } from '../../kernel/operation.ts';

export const organizationModule: DomainModule = {
  usedBy: {
    channel: `SELECT wanted.key, 'Organization', organization.id, organization.name, NULL::timestamptz
      FROM wanted JOIN public.organization ON organization.id = $1::uuid AND organization.default_channel = wanted.code`,
    enabled_locale: `SELECT wanted.key, 'Organization', organization.id, organization.name, NULL::timestamptz
      FROM wanted JOIN public.organization ON organization.id = $1::uuid AND organization.default_locale = wanted.code`,
  },
};
