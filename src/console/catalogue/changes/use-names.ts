import { useQueries, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { knowAttributes } from '../../language/labels.ts';
import { optionsQuery } from '../values/options-query.ts';
import { attributeOf, type Names, NO_NAMES } from './cell-text.ts';

const NAMED = graphql(`
  fragment NamedAttribute on Attribute {
    code label(locale: $words) type
    optionSet { code label(locale: $words) }
    measurementFamily { units { code symbol } }
  }
`);

const NAMES = graphql(
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
  [NAMED],
);

const NAME = graphql(
  `
  query AttributeName($code: String!, $words: String) { attribute(code: $code) { ...NamedAttribute } }
`,
  [NAMED],
);

/** Returns the labels for the changes of a product; options of the requested attributes. */
export function useNames(sku: string, changed: readonly string[]): Names {
  const { locale } = useViewScope();
  const code = locale?.code ?? null;
  const { data } = useQuery({
    queryKey: ['product', sku, 'names', code],
    queryFn: async ({ signal }) => {
      const { product } = await request(NAMES, { ref: sku }, signal);
      const members = (product?.attributeSet?.attributes ?? []).map(({ attribute }) => attribute);
      return { members: knowAttributes(members), parent: product?.parent ?? null };
    },
    staleTime: 60_000,
  });
  const { members = [], parent = null } = data ?? {};
  // These are values without an attribute set, or of attributes that left it.
  const others = useQueries({
    queries: [...new Set(changed)]
      .filter((one) => data !== undefined && !members.some((member) => member.code === one))
      .map((one) => ({
        queryKey: ['attribute name', one, code],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
          (await request(NAME, { code: one }, signal)).attribute,
        staleTime: 60_000,
      })),
  });
  const names = useNamesOf([...members, ...others.flatMap((one) => one.data ?? [])], changed);
  const inherited: Names['inherited'] = ({ path, channel, locale: language }) => {
    const attribute = attributeOf(path);
    const found = parent?.values.find(
      (value) => value.attribute.code === attribute && value.channel === channel && value.locale === language,
    );
    return found === undefined || parent === null
      ? undefined
      : { value: found.json, since: parent.effectiveUpdatedAt };
  };
  return { ...names, inherited };
}

type NamedAttribute = ResultOf<typeof NAMED>;

/** Returns the labels for changes of attributes; options of those that are changed. */
export function useNamesOf(attributes: readonly NamedAttribute[], changed: readonly string[]): Names {
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
    inherited: NO_NAMES.inherited,
    dates: new Map(
      attributes.flatMap(({ code: attribute, type }) =>
        type === 'DATE' || type === 'DATETIME' ? [[attribute, type] as const] : [],
      ),
    ),
  };
}
