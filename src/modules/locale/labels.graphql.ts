import { builder, type PothosTypes } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { ArgumentExtensions } from '../../graphql/extensions.ts';
import { LabelType, toLabelList } from '../../graphql/labels.ts';
import { type Labels, labelOf } from '../../kernel/labels.ts';
import { localeChainLoader } from './locale.loaders.ts';

interface Labelled {
  readonly code: string;
  readonly labels: unknown;
}

/** Description of every `label` field. */
export const LABEL_DESCRIPTION =
  'Label in the locale, in one of its fallback locales or in the default locale; in any locale if the organization has none of these; otherwise the code in brackets.';

/** Extensions of an argument that takes the locale of a name. */
export const LABEL_LOCALE = { names: 'label-locale' } satisfies ArgumentExtensions;

/** Arguments of every `label` field that is not made of values. */
export const labelArguments = builder.args((t) => ({
  locale: t.string({
    description: 'Locale code. Defaults to the default locale of the organization.',
    extensions: LABEL_LOCALE,
  }),
  fallback: t.boolean({
    required: true,
    defaultValue: true,
    description: 'Whether to use fallback locales if there is no label in this locale.',
  }),
}));

/** Returns the label in one locale and the labels in all, of objects that store them. */
export const labelFields = (builder: object) => {
  const t = builder as PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, Labelled>;
  return {
    label: t.string({
      skipTypeScopes: true,
      description: LABEL_DESCRIPTION,
      args: labelArguments,
      resolve: resolveLabel,
    }),
    labels: t.field({
      type: [LabelType],
      skipTypeScopes: true,
      description: 'Labels by locale.',
      resolve: ({ labels }) => toLabelList(labels),
    }),
  };
};

/** Returns the name of a code-keyed object in a locale, by the fallback chain; see {@link LABEL_DESCRIPTION}. */
export async function resolveLabel(
  object: Labelled,
  { locale, fallback }: { readonly locale?: string | null | undefined; readonly fallback: boolean },
  context: RequestContext,
): Promise<string> {
  const labels = (object.labels ?? {}) as Labels;
  const chain = (await context.load(localeChainLoader, locale ?? '')) ?? [];
  // Without a locale and without a default locale, a label in any language says more than a code.
  const locales = chain.length === 0 ? Object.keys(labels).sort() : chain;
  return labelOf(labels, object.code, fallback ? locales : chain.slice(0, 1));
}
