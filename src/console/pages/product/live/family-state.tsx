import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { useMayEdit } from '../../../api/workspace.ts';
import { filterOfIds } from '../../../catalogue/actions/target.ts';
import { useActions } from '../../../catalogue/actions/use-actions.ts';
import { gridModelQuery } from '../../../catalogue/columns/column-documents.ts';
import { inOneList } from '../../../language/in-one-list.ts';
import { localeName } from '../../../language/locale-name.ts';
import { t } from '../../../language/t.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MenuItem } from '../../../ui/menu.tsx';

const RefusedReport = lazyPart(
  async () => (await import('../../../catalogue/actions/refused-report.tsx')).RefusedReport,
  null,
);

const FAMILY_STATE = graphql(`
  query FamilyState($ref: ID!) {
    product(ref: $ref) {
      id status
      visibility { channel { code } locale { code } }
      children(first: 100) { nodes { id type status } }
      variants(first: 100) {
        nodes { id status live { channel { code } locale { code } } }
        pageInfo { hasNextPage }
      }
    }
  }
`);

type FamilyState = NonNullable<ResultOf<typeof FAMILY_STATE>['product']>;

/**
 * Loads the statuses of a model and the products below it, and where its variants are live; of the first 100 variants.
 */
const familyStateQuery = (ref: string) =>
  queryOptions({
    queryKey: ['product', ref, 'family state'],
    queryFn: async ({ signal }) => (await request(FAMILY_STATE, { ref }, signal)).product,
  });

/** Returns the number of live variants, and of all: `0 of 8 variants live`. */
const liveInWords = (live: number, { variants: { nodes, pageInfo } }: FamilyState): string =>
  nodes.length === 0
    ? t('No variants yet')
    : pageInfo.hasNextPage
      ? t('{live} of the first {total} variants live', { live, total: nodes.length })
      : t('{live} of {total, plural, one {# variant} other {# variants}} live', {
          live,
          total: nodes.length,
        });

/** Returns the tone and the shape of a count of live variants. */
const liveMark = (live: number, { variants: { nodes } }: FamilyState) =>
  live === 0
    ? { 'data-tone': 'warn', 'data-shape': 'ring' }
    : { 'data-tone': live === nodes.length ? 'ok' : 'warn', 'data-shape': 'dot' };

type Place = FamilyState['visibility'][number];

/** Returns the number of variants that are live in a channel and locale. */
const countLiveIn = ({ variants }: FamilyState, { channel, locale }: Place): number =>
  variants.nodes.filter(({ live }) =>
    live.some((one) => one.channel.code === channel.code && one.locale.code === locale.code),
  ).length;

/** Shows how many variants of a model are live in at least one channel and locale: the model itself is not sold. */
export function FamilyLive({ sku }: { readonly sku: string }) {
  const family = useQuery(familyStateQuery(sku)).data;
  if (family === undefined || family === null) return null;
  const live = family.variants.nodes.filter((variant) => variant.live.length > 0).length;
  return (
    <span className="status" {...liveMark(live, family)}>
      {liveInWords(live, family)}
    </span>
  );
}

/** Shows how many are live in a channel: by locale where that differs. */
export function FamilyLiveIn({ sku, channel }: { readonly sku: string; readonly channel: string }) {
  const family = useQuery(familyStateQuery(sku)).data;
  if (family === undefined || family === null) return null;
  const places = family.visibility.filter((place) => place.channel.code === channel);
  const byCount = [...Map.groupBy(places, (place) => countLiveIn(family, place))];
  return byCount.map(([live, same]) => (
    <p key={live} className="status" {...liveMark(live, family)}>
      {liveInWords(live, family)}
      {byCount.length === 1 ? null : ` (${inOneList(same.map(({ locale }) => localeName(locale.code)))})`}
    </p>
  ));
}

/** Shows how many are live in a channel and locale. */
export function FamilyLiveAt({ sku, place }: { readonly sku: string; readonly place: Place }) {
  const family = useQuery(familyStateQuery(sku)).data;
  // An empty cell keeps the others in their columns.
  if (family === undefined || family === null) return <span />;
  const live = countLiveIn(family, place);
  return (
    <span className="status" title={liveInWords(live, family)} {...liveMark(live, family)}>
      {t('{live} of {total} live', { live, total: family.variants.nodes.length })}
    </span>
  );
}

const isOpen = ({ status }: { readonly status: string }) => status === 'DRAFT' || status === 'IN_REVIEW';

/** Returns the unpublished products below a model, by their kind; archived products stay archived. */
function openBelow({ children, variants }: FamilyState) {
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
  const { run, running, refused, forgetRefused } = useActions();
  const model = useQuery({ ...gridModelQuery(page.locale), enabled: refused !== null }).data;
  const report =
    model === undefined ? null : (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the dialog are none of the menu
      <span onKeyDown={(event) => event.stopPropagation()}>
        <RefusedReport report={refused} model={model} page={page} onClose={forgetRefused} />
      </span>
    );
  const nothing = {
    below: null,
    isSelfOpen: false,
    isBusy: running !== null,
    report,
    publish: () => undefined,
  };
  if (family === null || family.variants.pageInfo.hasNextPage) return nothing;
  const { models, variants } = openBelow(family);
  if (models.length + variants.length === 0) return nothing;
  const isSelfOpen = isOpen(family);
  const products = [...(isSelfOpen ? [family] : []), ...models, ...variants];
  const below = inOneList([
    ...(models.length === 0
      ? []
      : [t('{count, plural, one {# model} other {# models}}', { count: models.length })]),
    ...(variants.length === 0
      ? []
      : [t('{count, plural, one {# variant} other {# variants}}', { count: variants.length })]),
  ]);
  const publish = () =>
    void run(
      { filter: filterOfIds(...products.map(({ id }) => id)), count: products.length },
      { status: 'PUBLISHED' },
      (count) => t('{count, plural, one {# product} other {# products}} published.', { count }),
    );
  return { ...nothing, below, isSelfOpen, publish };
}

/** Shows the choice beside the statuses of a model that also publishes what is below it. */
export function PublishFamily({ sku }: { readonly sku: string }) {
  const { below, isSelfOpen, report, publish } = usePublishFamily(sku);
  return (
    <>
      {below === null ? null : (
        <MenuItem onClick={publish}>
          {isSelfOpen ? t('Publish with {below}', { below }) : t('Publish {below}', { below })}
        </MenuItem>
      )}
      {report}
    </>
  );
}

/** Shows that products below a model are not published, and the button that publishes them. */
export function FamilyDrafts({ sku }: { readonly sku: string }) {
  const { below, isSelfOpen, isBusy, report, publish } = usePublishFamily(sku);
  const mayEdit = useMayEdit();
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
