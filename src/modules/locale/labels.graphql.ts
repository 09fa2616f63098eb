import { builder } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { ArgumentExtensions } from '../../graphql/extensions.ts';
import { type Labels, labelOf } from '../../kernel/labels.ts';
import { localeChainLoader } from './locale.loaders.ts';

/** Description of every `label` field. */
export const LABEL_DESCRIPTION =
  'Its name in the locale, or in the ones that stand in for it, or in the default locale; else its code in brackets.';

/** Extensions of an argument that takes the locale of a name. */
export const LABEL_LOCALE = { names: 'label-locale' } satisfies ArgumentExtensions;

/** Arguments of every `label` field that is not made of values. */
export const labelArguments = builder.args((t) => ({
  locale: t.string({
    description: "Locale code; the organization's default when left out.",
    extensions: LABEL_LOCALE,
  }),
  fallback: t.boolean({
    required: true,
    defaultValue: true,
    description: 'Whether other locales stand in where this one has no name.',
  }),
}));

/** The name of a code-keyed object in a locale, by the fallback chain; see {@link LABEL_DESCRIPTION}. */
export async function resolveLabel(
  object: { readonly code: string; readonly labels: unknown },
  { locale, fallback }: { readonly locale?: string | null | undefined; readonly fallback: boolean },
  context: RequestContext,
): Promise<string> {
  const chain = (await context.load(localeChainLoader, locale ?? '')) ?? [];
  return labelOf((object.labels ?? {}) as Labels, object.code, fallback ? chain : chain.slice(0, 1));
}
