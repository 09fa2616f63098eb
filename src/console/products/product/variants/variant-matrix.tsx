import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../app/view-scope.ts';
import { t } from '../../../language/t.ts';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { Readiness } from '../../../ui/readiness.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Thumbnail } from '../../../ui/thumbnail/thumbnail.tsx';
import { layOut, type MatrixRow } from './matrix.ts';

const VARIANTS = graphql(`
  query ProductVariants($ref: ID!, $axes: [String!]!, $channel: String, $locale: String) {
    product(ref: $ref) {
      variants(first: 100) {
        nodes {
          sku status
          label(channel: $channel, locale: $locale)
          image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
          completeness(channel: $channel, locale: $locale) { ratio }
          values(attributes: $axes) { attribute { code } display(locale: $locale) }
        }
        pageInfo { hasNextPage }
      }
    }
  }
`);

interface Axis {
  readonly code: string;
  readonly label: string;
}
type Family = NonNullable<ResultOf<typeof VARIANTS>['product']>;
type Variant = Family['variants']['nodes'][number];

/** The variants of a model, axis by axis; combinations that do not exist are empty cells. */
export function VariantMatrix({ sku, axes }: { readonly sku: string; readonly axes: readonly Axis[] }) {
  const { channel, locale } = useViewScope();
  const [channelCode, localeCode] = [channel?.code ?? null, locale?.code ?? null];
  const query = useQuery({
    queryKey: ['product', sku, 'variants', channelCode, localeCode],
    queryFn: async ({ signal }) => {
      const variables = {
        ref: sku,
        channel: channelCode,
        locale: localeCode,
        axes: axes.map(({ code }) => code),
      };
      return (await request(VARIANTS, variables, signal)).product;
    },
  });
  return (
    <section className="variants" aria-label={t('Variants')}>
      <QueryResult query={query} what={t('variants')}>
        {(family) => (family === null ? null : <Family family={family} axes={axes} />)}
      </QueryResult>
    </section>
  );
}

function Family({ family: { variants }, axes }: { readonly family: Family; readonly axes: readonly Axis[] }) {
  const placed = variants.nodes.map((variant) => ({
    variant,
    values: new Map(variant.values.map(({ attribute, display }) => [attribute.code, display])),
  }));
  const varying = axes.filter(({ code }) => new Set(placed.map(({ values }) => values.get(code))).size > 1);
  // Below a model of the second level, the axes of the first have one value.
  const shown = varying.length === 0 ? axes.slice(-1) : varying;
  const { columns, groups, gaps } = layOut(
    shown.map(({ code }) => code),
    placed,
  );
  const down = shown.length > 1 ? shown.at(-2) : shown[0];
  return (
    <>
      <h2>
        {t('{count, plural, one {# variant} other {# variants}}', { count: variants.nodes.length })}
        {gaps === 0 ? null : (
          <span className="variants-gaps">
            {t('{count, plural, one {# combination is missing} other {# combinations are missing}}', {
              count: gaps,
            })}
          </span>
        )}
      </h2>
      {groups.map((group) => (
        <div key={group.title} className="matrix">
          <table>
            {group.title === '' ? (
              <caption className="matrix-hidden">{t('Variants')}</caption>
            ) : (
              <caption>{group.title}</caption>
            )}
            {columns.length > 1 ? (
              <thead>
                <tr>
                  <th scope="col">{down?.label}</th>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
            ) : null}
            <tbody>
              {group.rows.map((row) => (
                <Row key={row.title} row={row} columns={columns} />
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {variants.pageInfo.hasNextPage ? (
        <p className="quiet">{t('The first {count} are shown.', { count: variants.nodes.length })}</p>
      ) : null}
    </>
  );
}

function Row({ row, columns }: { readonly row: MatrixRow<Variant>; readonly columns: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{row.title}</th>
      {row.cells.map((variant, at) => (
        <td key={columns[at]}>{variant === null ? <Gap /> : <Cell variant={variant} />}</td>
      ))}
    </tr>
  );
}

/** A combination of values without a variant. */
const Gap = ({ children = '–' }: { readonly children?: ReactNode }) => (
  <span className="matrix-gap">{children}</span>
);

function Cell({ variant: { sku, status, label, image, completeness } }: { readonly variant: Variant }) {
  const [entry] = completeness;
  return (
    <TextLink
      to="/products/$sku"
      params={{ sku }}
      search={(old) => ({ ...old, field: undefined })}
      className="matrix-cell"
      title={label}
    >
      <Thumbnail url={image?.url} name={label} />
      <span>
        <span className="matrix-sku">{sku}</span>
        <span className="matrix-state">
          <StatusBadge state={status} />
          {entry === undefined ? null : <Readiness percent={entry.ratio} />}
        </span>
      </span>
    </TextLink>
  );
}
