import { foldKey } from '../../kernel/codes.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { defineLoader } from '../../platform/loader.ts';
import { fallbackChain } from './locale-rules.ts';

const FALLBACKS = defineStatement({
  name: 'locale.fallbacks',
  kind: 'read',
  row: { code: 'text', fallback: 'text | null', default_locale: 'text | null' },
  sql: `SELECT locale.code, locale.fallback, organization.default_locale
        FROM public.locale JOIN public.organization ON organization.id = locale.organization_id
        WHERE locale.organization_id = $1::uuid
          AND (locale.enabled OR locale.fallback IS NOT NULL OR locale.code_key = ANY($2::text[]))`,
});

/** Returns, by folded code, the locales whose texts stand in for each; see {@link localeChainLoader}. */
async function loadChains(
  context: ReadContext,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await context.execute(FALLBACKS, [context.session.organizationId, codes.map(foldKey)]);
  const byKey = new Map(rows.map((row) => [foldKey(row.code), row]));
  const defaultLocale = rows[0]?.default_locale ?? null;
  const fallbackOf = (code: string) => byKey.get(foldKey(code))?.fallback ?? null;
  return new Map(
    codes.map((code) => {
      const stored = byKey.get(foldKey(code))?.code;
      const chain = stored === undefined ? [] : fallbackChain(stored, fallbackOf);
      const tail = defaultLocale === null ? [] : fallbackChain(defaultLocale, fallbackOf);
      return [foldKey(code), [...new Set([...chain, ...tail])]] as const;
    }),
  );
}

/**
 * Loads the locales whose texts stand in for one, itself first and the organization's default last. Key `''` requests
 * the default alone.
 */
export const localeChainLoader = defineLoader<string, readonly string[]>({
  name: 'locale.chain',
  keyOf: foldKey,
  load: loadChains,
});

/** Returns the locales whose labels are shown in one: see {@link localeChainLoader}. */
export async function labelLocales(context: ReadContext, locale: string): Promise<readonly string[]> {
  return (await loadChains(context, [locale])).get(foldKey(locale)) ?? [];
}
