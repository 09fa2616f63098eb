import { Switch, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useViewScope } from '../../api/view-scope.ts';
import { parseRefs, serializeRefs } from '../../catalogue/products/compare-search-params.ts';
import { t } from '../../i18n/translate.ts';
import { CloseIcon } from '../../ui/icons.ts';
import { CodeLabel, joinLabels } from '../../ui/labels/code-label.tsx';
import { stripBrackets } from '../../ui/labels/plain-label.ts';
import { EmptyState, ErrorAlert, Loading } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Thumbnail } from '../../ui/thumbnail/thumbnail.tsx';
import { type ComparedProduct, comparedProductQuery } from './compare-documents.ts';
import { type ComparedCell, type ComparedGroup, compareProducts, filterDifferences } from './compare-rows.ts';

/** Shows products side by side, attribute by attribute. */
export function ComparePage() {
  const { refs, differences = false } = useSearch({ from: '/authenticated/compare' });
  const navigate = useNavigate({ from: '/compare' });
  const { channel, locale } = useViewScope();
  const page = { channel: channel?.code ?? '', locale: locale?.code ?? '' };
  const queries = useQueries({ queries: parseRefs(refs).map((ref) => comparedProductQuery(ref, page)) });
  const products = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ error }) => error !== null);
  const compared = compareProducts(products);
  const groups = differences ? filterDifferences(compared) : compared;
  const isLoading = queries.some(({ isPending }) => isPending);
  return (
    <Page
      isWide
      title={t('Compare products')}
      actions={
        products.length < 2 ? undefined : (
          <Switch
            label={t('Only differences')}
            checked={differences}
            onChange={({ currentTarget }) =>
              void navigate({
                search: (old) => ({ ...old, differences: currentTarget.checked ? true : undefined }),
                replace: true,
              })
            }
          />
        )
      }
    >
      {failed !== undefined ? (
        <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isLoading ? (
        <Loading what={t('products')} shape="rows" />
      ) : products.length < 2 ? (
        <EmptyState title={t('Nothing to compare')} area="products">
          {t('Select 2 to 4 products in the list, and choose Compare.')}
        </EmptyState>
      ) : (
        <Comparison
          products={products}
          groups={groups}
          onRemove={({ id }) =>
            void navigate({
              search: (old) => ({ ...old, refs: serializeRefs(products.filter((other) => other.id !== id)) }),
            })
          }
        />
      )}
    </Page>
  );
}

function Comparison(props: {
  readonly products: readonly ComparedProduct[];
  readonly groups: readonly ComparedGroup[];
  readonly onRemove: (product: ComparedProduct) => void;
}) {
  const { products, groups, onRemove } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
    <section className="comparison" aria-label={t('Compare products')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {products.map((product) => (
              <th key={product.id} scope="col">
                <ComparedProductHeader
                  product={product}
                  onRemove={products.length > 2 ? () => onRemove(product) : undefined}
                />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ code, title, rows }) => (
          <tbody key={code}>
            <tr>
              <th scope="rowgroup" colSpan={products.length + 1}>
                <span>{title}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.code} data-differs={row.differs || undefined}>
                <th scope="row">{row.title}</th>
                {products.map(({ id }, index) => (
                  <td key={id}>
                    <Cell cell={row.cells[index]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {groups.length === 0 ? <p className="quiet">{t('These products do not differ.')}</p> : null}
    </section>
  );
}

function ComparedProductHeader({
  product,
  onRemove,
}: {
  readonly product: ComparedProduct;
  readonly onRemove: (() => void) | undefined;
}) {
  const { sku, label, image, attributeSet } = product;
  const name = stripBrackets(label);
  return (
    <span className="comparison-head">
      <Thumbnail url={image?.url} name={label} icon={attributeSet?.icon} size={40} />
      <span>
        <TextLink to="/products/$sku" params={{ sku }}>
          <CodeLabel label={label} />
        </TextLink>
        <Text span className="code" c="dimmed" fw={400}>
          {sku}
        </Text>
      </span>
      {onRemove === undefined ? null : (
        <button
          type="button"
          className="icon-button"
          aria-label={t('Remove {name} from the comparison', { name })}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      )}
    </span>
  );
}

function Cell({ cell }: { readonly cell: ComparedCell | undefined }) {
  if (cell === undefined || (cell.text === '' && cell.images.length === 0))
    return (
      <Text span c="var(--ink-3)">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t('empty')}</span>
      </Text>
    );
  const { text, images, isInherited, status } = cell;
  if (status !== undefined) return <StatusBadge state={status} />;
  return (
    <Text
      span
      fw="inherit"
      lineClamp={6}
      className="number"
      title={isInherited ? t('From the model above') : undefined}
    >
      {images.length === 0
        ? joinLabels(text)
        : images.map((url) => (
            <img key={url} className="thumbnail" data-size={40} src={url} alt="" width={40} height={40} />
          ))}
      {images.length === 0 ? null : <span className="visually-hidden">{text}</span>}
    </Text>
  );
}
