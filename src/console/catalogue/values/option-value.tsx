import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { Swatch } from '../../ui/swatch.tsx';
import { SWATCH, toSwatch } from './swatch-document.ts';

const SWATCHES = graphql(
  `
  query OptionSwatches($set: String!) {
    options(optionSet: $set, first: 100) { nodes { code swatch { ...SwatchParts } } }
  }
`,
  [SWATCH],
);

/** Loads the swatches of the first options of a set: colors and pictures are those of short lists. */
const swatchesQuery = (set: string) =>
  queryOptions({
    queryKey: ['OPTION_SET', 'swatches', set],
    queryFn: async ({ signal }) => {
      const { nodes = [] } = (await request(SWATCHES, { set }, signal)).options ?? {};
      return new Map(
        nodes.flatMap(({ code, swatch }) => (swatch === null ? [] : [[code, toSwatch(swatch)] as const])),
      );
    },
    staleTime: 300_000,
  });

/** Shows the labels of options behind their swatches, which all cells of a set load together. */
export function OptionValue(props: {
  readonly set: string;
  /** Code of the option, or the codes of several. */
  readonly value: unknown;
  readonly children: ReactNode;
}) {
  const { set, value, children } = props;
  const { data } = useQuery({ ...swatchesQuery(set), notifyOnChangeProps: ['data'] });
  const codes = Array.isArray(value) ? value : [value];
  const swatches = codes.flatMap((code) => data?.get(String(code)) ?? []);
  return (
    <>
      {swatches.map((swatch) => (
        <Swatch key={swatch.color ?? swatch.image} {...swatch} />
      ))}
      {children}
    </>
  );
}
