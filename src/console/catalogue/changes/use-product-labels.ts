import { useQueries, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { rememberAttributeLabels } from '../../i18n/labels.ts';
import { optionsQuery } from '../values/options-query.ts';
import { attributeFromPath, type ChangeLabels, NO_LABELS } from './format-change.ts';

const LABELED_ATTRIBUTE = graphql(`
  fragment NamedAttribute on Attribute {
    code label(locale: $words) type
    optionSet { code label(locale: $words) }
    measurementFamily { units { code symbol } }
  }
`);

const PRODUCT_ATTRIBUTE_LABELS = graphql(
  `
  query AttributeNames($ref: ID!, $words: String) {
    product(ref: $ref) {
      attributeSet { attributes { attribute { ...NamedAttribute } } }
      parent {
        effectiveUpdatedAt
        values(fallback: false) { channel locale json attribute { code } }
      }
    }
  }
`,
  [LABELED_ATTRIBUTE],
);

const ATTRIBUTE_LABEL = graphql(
  `
  query AttributeName($code: String!, $words: String) { attribute(code: $code) { ...NamedAttribute } }
`,
  [LABELED_ATTRIBUTE],
);

/** Returns the labels for the changes of a product; options of the requested attributes. */
export function useProductLabels(sku: string, changedAttributes: readonly string[]): ChangeLabels {
  const { locale } = useViewScope();
  const code = locale?.code ?? null;
  const { data } = useQuery({
    queryKey: ['product', sku, 'names', code],
    queryFn: async ({ signal }) => {
      const { product } = await request(PRODUCT_ATTRIBUTE_LABELS, { ref: sku }, signal);
      const members = (product?.attributeSet?.attributes ?? []).map(({ attribute }) => attribute);
      return { members: rememberAttributeLabels(members), parent: product?.parent ?? null };
    },
    staleTime: 60_000,
  });
  const { members = [], parent = null } = data ?? {};
  // These are values without an attribute set, or of attributes that left it.
  const others = useQueries({
    queries: [...new Set(changedAttributes)]
      .filter((one) => data !== undefined && !members.some((member) => member.code === one))
      .map((one) => ({
        queryKey: ['attribute name', one, code],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
          (await request(ATTRIBUTE_LABEL, { code: one }, signal)).attribute,
        staleTime: 60_000,
      })),
  });
  const names = useAttributeLabels(
    [...members, ...others.flatMap((one) => one.data ?? [])],
    changedAttributes,
  );
  const inherited: ChangeLabels['inherited'] = ({ path, channel, locale: language }) => {
    const attribute = attributeFromPath(path);
    const parentValue = parent?.values.find(
      (value) => value.attribute.code === attribute && value.channel === channel && value.locale === language,
    );
    return parentValue === undefined || parent === null
      ? undefined
      : { value: parentValue.json, since: parent.effectiveUpdatedAt };
  };
  return { ...names, inherited };
}

type LabeledAttribute = ResultOf<typeof LABELED_ATTRIBUTE>;

/** Returns the labels for changes of attributes; options of those that are changed. */
export function useAttributeLabels(
  attributes: readonly LabeledAttribute[],
  changed: readonly string[],
): ChangeLabels {
  const { channels, locale } = useViewScope();
  const code = locale?.code ?? null;
  const withOptions = attributes.filter((one) => one.optionSet !== null && changed.includes(one.code));
  const loaded = useQueries({
    queries: withOptions.map(({ optionSet }) => optionsQuery(optionSet?.code ?? '', code ?? '')),
  });
  const labels = (items: readonly { readonly code: string; readonly label: string }[]) =>
    new Map(items.map((item) => [item.code, item.label]));
  return {
    attributes: labels(attributes),
    channels: labels(channels),
    locales: labels(channels.flatMap(({ locales }) => locales)),
    options: new Map(withOptions.map((one, at) => [one.code, labels(loaded[at]?.data ?? [])])),
    units: new Map(
      attributes.flatMap(({ code: attribute, measurementFamily }) =>
        measurementFamily === null
          ? []
          : [[attribute, new Map(measurementFamily.units.map((unit) => [unit.code, unit.symbol]))] as const],
      ),
    ),
    inherited: NO_LABELS.inherited,
    dates: new Map(
      attributes.flatMap(({ code: attribute, type }) =>
        type === 'DATE' || type === 'DATETIME' ? [[attribute, type] as const] : [],
      ),
    ),
  };
}
