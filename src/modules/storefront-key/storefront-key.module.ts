import type { DomainModule } from '../../kernel/operation.ts';

export const storefrontKeyModule: DomainModule = {
  usedBy: {
    storefront: `SELECT wanted.key, 'StorefrontKey', storefront_key.id, storefront_key.name, NULL::timestamptz
      FROM wanted JOIN public.storefront
        ON storefront.organization_id = $1::uuid AND storefront.code = wanted.code
      JOIN public.storefront_key
        ON storefront_key.organization_id = $1::uuid AND storefront_key.storefront_id = storefront.id
        AND (storefront_key.revoked_at IS NULL OR storefront_key.revoked_at > now())`,
  },
};
