import type { WriteContext } from '../../kernel/operation.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';

type Wanted = readonly { readonly code: string }[];

const KEEPERS = `SELECT used, 'Channel', id, code, false FROM public.channel, unnest($2::text[]) AS used
     WHERE organization_id = $1::uuid AND used = ANY(locales)
   UNION ALL SELECT used, 'Organization', id, name, false FROM public.organization, unnest($2::text[]) AS used
     WHERE id = $1::uuid AND default_locale = used`;

/** What needs locales to stay enabled: channels, and the organization by its default. */
export function findLocaleKeepers(
  context: WriteContext,
  locales: Wanted,
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(context, 'locale.keepers', KEEPERS, parametersFor(context, locales));
}

/**
 * Channels, locales (by fallback), attributes, the organization, products and entities that name a locale. Reads all
 * values of the organization: a deletion is rare and must be right.
 */
export function findLocaleUsage(
  context: WriteContext,
  locales: Wanted,
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(
    context,
    'locale.usage',
    `${KEEPERS}
     UNION ALL SELECT used, 'Locale', id, code, false FROM public.locale, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND fallback = used
     UNION ALL SELECT used, 'Attribute', id, code, false FROM public.attribute, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid AND available_locales ? used
     UNION ALL SELECT used, type, id, code, deleted_at IS NOT NULL FROM public.value_holder, unnest($2::text[]) AS used
       WHERE organization_id = $1::uuid
         AND jsonb_path_exists(values, '$.*[*] ? (@.locale == $locale)', jsonb_build_object('locale', used))`,
    parametersFor(context, locales),
  );
}

const parametersFor = (context: WriteContext, locales: Wanted) => [
  context.session.organizationId,
  locales.map(({ code }) => code),
];
