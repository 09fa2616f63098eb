import { Box, Button, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import { useBulkActions } from '../../../catalogue/actions/use-bulk-actions.ts';
import type { CellOption } from '../../../catalogue/values/cell-value.ts';
import { OptionLabel } from '../../../catalogue/values/option-editor.tsx';
import { optionsQuery } from '../../../catalogue/values/options-query.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CreateIcon } from '../../../ui/icons.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { Readiness } from '../../../ui/readiness.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Thumbnail } from '../../../ui/thumbnail/thumbnail.tsx';
import { buildMatrix, type MatrixGroup } from './variant-layout-matrix.ts';

const CreateVariants = lazyComponent(
  async () => (await import('../../../catalogue/create/create-variants.tsx')).CreateVariants,
);

const VARIANTS = graphql(`
  query ProductVariants($ref: ID!, $axes: [String!]!, $channel: String, $locale: String) {
    product(ref: $ref) {
      id
      sku
      variantsCount
      children(first: 100) { nodes { sku type } }
      variants(first: 100) {
        nodes {
          sku status
          parent { sku }
          label(channel: $channel, locale: $locale)
          image(channel: $channel, locale: $locale) { url(width: 64, height: 64, fit: COVER, format: WEBP) }
          completeness(channel: $channel, locale: $locale) { ratio }
          values(attributes: $axes) { attribute { code } json display(locale: $locale) }
        }
        pageInfo { hasNextPage }
      }
    }
  }
`);

interface Axis {
  readonly code: string;
  readonly label: string;
  readonly optionSet: { readonly code: string } | null;
}
type Family = NonNullable<ResultOf<typeof VARIANTS>['product']>;
type Variant = Family['variants']['nodes'][number];

/** Shows the variants of a model, axis by axis; combinations that do not exist are empty cells. */
export function VariantMatrix(props: {
  readonly sku: string;
  readonly axes: readonly Axis[];
  /** Number of axes that distinguish the models below; 0 if there are only variants below. */
  readonly modelAxes: number;
}) {
  const { sku, axes, modelAxes } = props;
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
    <Box component="section" mb={20} aria-label={t('Variants')}>
      <QueryResult query={query} what={t('variants')}>
        {(family) => (family === null ? null : <Family family={family} axes={axes} modelAxes={modelAxes} />)}
      </QueryResult>
    </Box>
  );
}

/** Returns the options of axes that have some, by the code of the axis, as far as they are loaded. */
function useOptions(axes: readonly Axis[], locale: string) {
  const withOptions = axes.filter(({ optionSet }) => optionSet !== null);
  const loaded = useQueries({
    queries: withOptions.map(({ optionSet }) => optionsQuery(optionSet?.code ?? '', locale)),
  });
  return new Map(
    withOptions.flatMap(({ code }, at) => {
      const options = loaded[at]?.data;
      return options === undefined ? [] : [[code, options] as const];
    }),
  );
}

/** Texts of a combination by the code of the axis. */
type Combination = ReadonlyMap<string, string>;

function Family({
  family: { id, sku, children, variants, variantsCount },
  axes,
  modelAxes,
}: {
  readonly family: Family;
  readonly axes: readonly Axis[];
  readonly modelAxes: number;
}) {
  const { channel, locale } = useViewScope();
  const { created } = useBulkActions();
  const mayEdit = useCanEdit();
  /** Combination that the dialog begins with; null while it is closed. */
  const [begun, setBegun] = useState<Combination | null>(null);
  const variantCells = variants.nodes.map((variant) => ({
    variant,
    values: new Map(variant.values.map(({ attribute, display }) => [attribute.code, display])),
  }));
  const options = useOptions(axes, locale?.code ?? '');
  const matrix = buildMatrix(
    axes.map(({ code }) => code),
    variantCells,
    new Map([...options].map(([code, list]) => [code, list.map(({ label }) => label)])),
  );
  const names = axes.map(({ label }) => label);
  const preset = new Map(
    [...(begun ?? [])].map(([axis, label]) => {
      const axisValue = variants.nodes
        .flatMap(({ values }) => values)
        .find(({ attribute, display }) => attribute.code === axis && display === label);
      const option = options.get(axis)?.find((one) => one.label === label);
      return [axis, { label, value: axisValue?.json ?? option?.code ?? null }] as const;
    }),
  );
  const isEmpty = variants.nodes.length === 0;
  return (
    <>
      <h2 className="row" style={{ gap: '6px 12px', marginBlockEnd: 8 }}>
        {isEmpty
          ? t('No variants yet')
          : t('{count, plural, one {# variant} other {# variants}}', { count: variantsCount })}
        <Text span c="dimmed" fw={400}>
          {isEmpty
            ? t('They differ by {axes}.', { axes: new Intl.ListFormat(localeTag).format(names) })
            : matrix.gaps === 0
              ? null
              : t('{count, plural, one {# combination is missing} other {# combinations are missing}}', {
                  count: matrix.gaps,
                })}
        </Text>
        {isEmpty ? null : (
          <TextLink to="/products" search={{ where: [variantsOf(sku, children.nodes)] }} fz="sm" fw={400}>
            {t('Show variants in the list')}
          </TextLink>
        )}
        {mayEdit ? (
          <Button size="xs" variant={isEmpty ? 'filled' : 'default'} onClick={() => setBegun(new Map())}>
            {t('Create variants')}
          </Button>
        ) : null}
      </h2>
      {matrix.groups.every(({ rows }) => rows.length === 0) || matrix.columns.length === 0 ? null : (
        <div className="matrix">
          <table>
            <caption className="visually-hidden">{t('Variants')}</caption>
            <thead>
              <tr>
                {axes.slice(0, Math.max(axes.length - 1, 1)).map(({ code, label }) => (
                  <th key={code} scope="col">
                    {label}
                  </th>
                ))}
                {matrix.columns.map((column) => (
                  <th key={column} scope="col">
                    {column === '' ? (
                      t('Variants')
                    ) : (
                      <AxisText text={column} options={options.get(axes.at(-1)?.code ?? '')} />
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            {matrix.groups.map((group) => (
              <Group
                key={group.above.join(' ')}
                group={group}
                columns={matrix.columns}
                axes={axes}
                options={options}
                modelAxes={modelAxes}
                onCreate={mayEdit ? setBegun : null}
              />
            ))}
          </table>
        </div>
      )}
      {variants.pageInfo.hasNextPage ? (
        <p className="quiet">{t('The first {count} are shown.', { count: variants.nodes.length })}</p>
      ) : null}
      <Dialog title={begun === null ? null : t('Create variants')} onClose={() => setBegun(null)}>
        {begun === null || channel === null || locale === null ? null : (
          <CreateVariants
            id={id}
            page={{ channel: channel.code, locale: locale.code }}
            preset={preset}
            onCancel={() => setBegun(null)}
            onCreated={(createdCounts, requestId) => {
              setBegun(null);
              void created(createdCounts, requestId);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

/** Returns the condition that finds the variants of a model in the list of products. */
function variantsOf(sku: string, children: readonly { readonly sku: string; readonly type: string }[]) {
  const models = children.filter(({ type }) => type === 'MODEL').map((model) => model.sku);
  return { field: 'parent', operator: 'in', value: (models.length === 0 ? [sku] : models).join(',') };
}

/** Shows a value of an axis, with its swatch. */
function AxisText({
  text,
  options,
}: {
  readonly text: string;
  readonly options: readonly CellOption[] | undefined;
}) {
  const option = options?.find(({ label }) => label === text);
  return option === undefined ? text : <OptionLabel option={option} />;
}

function Group(props: {
  readonly group: MatrixGroup<Variant>;
  readonly columns: readonly string[];
  /** The axes above, then the one of the rows, then the one of the columns. */
  readonly axes: readonly Axis[];
  readonly options: ReadonlyMap<string, readonly CellOption[]>;
  readonly modelAxes: number;
  /** It is null for those who may not create variants. */
  readonly onCreate: ((combination: Combination) => void) | null;
}) {
  const { group, columns, axes, options, modelAxes, onCreate } = props;
  const variantsIn = (rows: MatrixGroup<Variant>['rows']) =>
    rows.flatMap(({ cells }) => cells.flatMap((cell) => cell ?? []));
  /** Returns the value of an axis; the last one of a model leads to that. */
  const head = (title: string, at: number, rows: MatrixGroup<Variant>['rows']) => {
    const [first] = at + 1 === modelAxes ? variantsIn(rows) : [];
    return first?.parent == null ? (
      <AxisText text={title} options={options.get(axes[at]?.code ?? '')} />
    ) : (
      <TextLink
        to="/products/$sku"
        params={{ sku: first.parent.sku }}
        search={(old) => ({ ...old, field: undefined })}
        className="row matrix-model"
        title={first.parent.sku}
      >
        <Thumbnail url={first.image?.url} name={title} />
        {title}
      </TextLink>
    );
  };
  return (
    <tbody>
      {group.rows.map((row, rowIndex) => (
        <tr key={row.title}>
          {rowIndex > 0
            ? null
            : group.above.map((title, at) => (
                <th key={axes[at]?.code} scope="rowgroup" rowSpan={group.rows.length}>
                  {head(title, at, group.rows)}
                </th>
              ))}
          <th scope="row">{head(row.title, group.above.length, [row])}</th>
          {row.cells.map((variant, at) => (
            <td key={columns[at]}>
              {variant === null ? (
                <MissingVariantCell
                  texts={[...group.above, row.title, columns[at] ?? '']}
                  axes={axes}
                  onCreate={onCreate}
                />
              ) : (
                <Cell variant={variant} />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** Shows a combination of values without a variant: a button that creates it. */
function MissingVariantCell(props: {
  readonly texts: readonly string[];
  readonly axes: readonly Axis[];
  readonly onCreate: ((combination: Combination) => void) | null;
}) {
  const { texts, axes, onCreate } = props;
  if (onCreate === null) return <span className="matrix-gap">–</span>;
  const name = t('Create {name}', { name: texts.join(', ') });
  return (
    <button
      type="button"
      className="matrix-gap"
      aria-label={name}
      title={name}
      onClick={() => onCreate(new Map(axes.map(({ code }, at) => [code, texts[at] ?? ''])))}
    >
      <CreateIcon />
    </button>
  );
}

function Cell({ variant: { sku, status, label, image, completeness } }: { readonly variant: Variant }) {
  const [entry] = completeness;
  return (
    <TextLink
      to="/products/$sku"
      params={{ sku }}
      // Who fills in what is missing goes on with the first missing field of the variant.
      search={(old) => ({ ...old, field: old.missing ? old.field : undefined })}
      className="matrix-cell"
      title={label}
    >
      <Thumbnail url={image?.url} name={label} />
      <span>
        {sku}
        <span className="row" style={{ gap: '0 8px', color: 'var(--ink-2)' }}>
          <StatusBadge state={status} />
          {entry === undefined ? null : <Readiness percent={entry.ratio} />}
        </span>
      </span>
    </TextLink>
  );
}
