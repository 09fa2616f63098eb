import { Box } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import { idsFilter } from '../../../catalogue/actions/product-selection.ts';
import { useBulkActions } from '../../../catalogue/actions/use-bulk-actions.ts';
import { gridSchemaQuery } from '../../../catalogue/columns/column-documents.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import { IncompleteNote } from './publish-warning-list.tsx';

const RejectionReport = lazyComponent(
  async () => (await import('../../../catalogue/actions/rejection-report.tsx')).RejectionReport,
  null,
);

const GAPS = graphql(`
  fragment Gaps on Product { completeness { channel { code } locale { code } missing } }
`);

const FAMILY_STATE = graphql(
  `
  query FamilyState($ref: ID!) {
    product(ref: $ref) {
      id status ...Gaps
      visibility { channel { code } locale { code } }
      children(first: 100) { nodes { id type status ...Gaps } }
      variants(first: 100) {
        nodes { id status ...Gaps live { channel { code } locale { code } } }
        pageInfo { hasNextPage }
      }
    }
  }
`,
  [GAPS],
);

type FamilyVisibility = NonNullable<ResultOf<typeof FAMILY_STATE>['product']>;

/**
 * Loads the statuses of a model and the products below it, and where its variants are live; of the first 100 variants.
 */
const familyStateQuery = (ref: string) =>
  queryOptions({
    queryKey: ['product', ref, 'family state'],
    queryFn: async ({ signal }) => (await request(FAMILY_STATE, { ref }, signal)).product,
  });

/** Returns the number of live variants, and of all: `0 of 8 variants live`. */
const liveCountLabel = (live: number, { variants: { nodes, pageInfo } }: FamilyVisibility): string =>
  nodes.length === 0
    ? t('No variants yet')
    : pageInfo.hasNextPage
      ? t('{live} of the first {total} variants live', { live, total: nodes.length })
      : t('{live} of {total, plural, one {# variant} other {# variants}} live', {
          live,
          total: nodes.length,
        });

/** Returns the tone and the shape of a count of live variants. */
const liveCountStatusProps = (live: number, { variants: { nodes } }: FamilyVisibility) =>
  live === 0
    ? { 'data-tone': 'warn', 'data-shape': 'ring' }
    : { 'data-tone': live === nodes.length ? 'ok' : 'warn', 'data-shape': 'dot' };

type Place = FamilyVisibility['visibility'][number];

/** Returns the number of variants that are live in a channel and locale. */
const countLiveIn = ({ variants }: FamilyVisibility, { channel, locale }: Place): number =>
  variants.nodes.filter(({ live }) =>
    live.some((one) => one.channel.code === channel.code && one.locale.code === locale.code),
  ).length;

/** Shows how many variants of a model are live in at least one channel and locale: the model itself is not sold. */
export function FamilyLiveCount({ sku }: { readonly sku: string }) {
  const family = useQuery(familyStateQuery(sku)).data;
  if (family === undefined || family === null) return null;
  const live = family.variants.nodes.filter((variant) => variant.live.length > 0).length;
  return (
    <span className="status" {...liveCountStatusProps(live, family)}>
      {liveCountLabel(live, family)}
    </span>
  );
}

/** Shows how many are live in a channel: by locale where that differs. */
export function ChannelLiveCount({ sku, channel }: { readonly sku: string; readonly channel: string }) {
  const family = useQuery(familyStateQuery(sku)).data;
  if (family === undefined || family === null) return null;
  const scopes = family.visibility.filter((liveScope) => liveScope.channel.code === channel);
  const byCount = [...Map.groupBy(scopes, (liveScope) => countLiveIn(family, liveScope))];
  return byCount.map(([live, same]) => (
    <p key={live} className="status" {...liveCountStatusProps(live, family)}>
      {liveCountLabel(live, family)}
      {byCount.length === 1 ? null : ` (${formatList(same.map(({ locale }) => localeName(locale.code)))})`}
    </p>
  ));
}

/** Shows how many are live in a channel and locale. */
export function LocaleLiveCount({ sku, place }: { readonly sku: string; readonly place: Place }) {
  const family = useQuery(familyStateQuery(sku)).data;
  // An empty cell keeps the others in their columns.
  if (family === undefined || family === null) return <span />;
  const live = countLiveIn(family, place);
  return (
    <span className="status" title={liveCountLabel(live, family)} {...liveCountStatusProps(live, family)}>
      {t('{live} of {total} live', { live, total: family.variants.nodes.length })}
    </span>
  );
}

const isOpen = ({ status }: { readonly status: string }) => status === 'DRAFT' || status === 'IN_REVIEW';

/** Returns the unpublished products below a model, by their kind; archived products stay archived. */
function unpublishedDescendants({ children, variants }: FamilyVisibility) {
  return {
    models: children.nodes.filter((child) => child.type === 'MODEL' && isOpen(child)),
    variants: variants.nodes.filter(isOpen),
  };
}

/** Publishes a model with what is below it; nothing for a family that is too large to be known whole. */
function usePublishFamily(sku: string) {
  const scope = useViewScope();
  const page = { channel: scope.channel?.code ?? '', locale: scope.locale?.code ?? '' };
  const family = useQuery(familyStateQuery(sku)).data ?? null;
  const { running, refused, forgetRefused, publish: publishNow } = useBulkActions();
  const model = useQuery({ ...gridSchemaQuery(page.locale), enabled: refused !== null }).data;
  const report =
    model === undefined ? null : (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the dialog are none of the menu
      <span onKeyDown={(event) => event.stopPropagation()}>
        <RejectionReport report={refused} model={model} page={page} onClose={forgetRefused} />
      </span>
    );
  const nothing = {
    below: null,
    isSelfOpen: false,
    products: [],
    isBusy: running !== null,
    report,
    publish: () => undefined,
  };
  if (family === null || family.variants.pageInfo.hasNextPage) return nothing;
  const { models, variants } = unpublishedDescendants(family);
  if (models.length + variants.length === 0) return nothing;
  const isSelfOpen = isOpen(family);
  const products = [...(isSelfOpen ? [family] : []), ...models, ...variants];
  const below = formatList([
    ...(models.length === 0
      ? []
      : [t('{count, plural, one {# model} other {# models}}', { count: models.length })]),
    ...(variants.length === 0
      ? []
      : [t('{count, plural, one {# variant} other {# variants}}', { count: variants.length })]),
  ]);
  const publish = () =>
    void publishNow({ filter: idsFilter(...products.map(({ id }) => id)), count: products.length }, page);
  return { ...nothing, below, isSelfOpen, products, publish };
}

/** Shows the choice beside the statuses of a model that also publishes what is below it. */
export function PublishVariantsOption({ sku }: { readonly sku: string }) {
  const { below, isSelfOpen, products, report, publish } = usePublishFamily(sku);
  const gaps = products.flatMap(({ completeness }) => completeness);
  return (
    <>
      {below === null ? null : (
        <MenuItem onClick={publish}>
          <Box component="span" maw={260}>
            {isSelfOpen ? t('Publish with {below}', { below }) : t('Publish {below}', { below })}
            <IncompleteNote gaps={gaps} />
          </Box>
        </MenuItem>
      )}
      {report}
    </>
  );
}

/** Shows that products below a model are not published, and the button that publishes them. */
export function UnpublishedVariants({ sku }: { readonly sku: string }) {
  const { below, isSelfOpen, isBusy, report, publish } = usePublishFamily(sku);
  const mayEdit = useCanEdit();
  return (
    <>
      {below === null || isSelfOpen ? null : (
        <section className="panel-section">
          <ul className="plain-list reasons">
            <li data-blocks>
              {t('Not published: {below}.', { below })}{' '}
              {mayEdit ? (
                <button type="button" className="link-button" disabled={isBusy} onClick={publish}>
                  {t('Publish them')}
                </button>
              ) : null}
            </li>
          </ul>
        </section>
      )}
      {report}
    </>
  );
}
