import type { RequestContext } from '../../graphql/context.ts';
import { type Labels, labelOf } from '../../kernel/labels.ts';
import { localeChainLoader } from './locale.loaders.ts';

/** Description of every `label` field. */
export const LABEL_DESCRIPTION =
  'Its name in the locale, or in the ones that stand in for it, or in the default locale; else its code in brackets.';

/** The name of a code-keyed object in a locale, by the fallback chain; see {@link LABEL_DESCRIPTION}. */
export async function resolveLabel(
  object: { readonly code: string; readonly labels: unknown },
  locale: string | null | undefined,
  context: RequestContext,
): Promise<string> {
  const chain = await context.load(localeChainLoader, locale ?? '');
  return labelOf((object.labels ?? {}) as Labels, object.code, chain ?? []);
}
