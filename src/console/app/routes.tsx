import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { isSameScope, parseViewScope, resolveViewScope } from '../api/view-scope.ts';
import { workspaceQuery } from '../api/workspace.ts';
import { parseConfigSearch } from '../catalogue/model/config-search.ts';
import { parseCompareSearchParams } from '../catalogue/products/compare-search-params.ts';
import { parseProductsSearchParams } from '../catalogue/search/search-params.ts';
import { t } from '../i18n/translate.ts';
import { parseEntitySearchParams } from '../pages/entities/entity-search-params.ts';
import { parseJobsSearchParams } from '../pages/jobs/jobs-search-params.ts';
import { parseProductSearchParams } from '../pages/product/product-search-params.ts';
import { Loading } from '../ui/messages/states.tsx';
import { Authenticated } from './authenticated.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.tsx';

const root = createRootRoute({ component: Outlet });

/** Returns the page to open after signing in: a path of this site only. */
const parseReturnPath = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: parseReturnPath,
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: Authenticated,
  validateSearch: parseViewScope,
  search: { middlewares: [retainSearchParams(['channel', 'locale', 'compare'])] },
  beforeLoad: async ({ location: { href, hash }, search }) => {
    const signedIn = await queryClient.ensureQueryData(sessionQuery);
    if (signedIn === null) throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
    if (signedIn.organizationId === null) return;
    // The page shows what failed.
    const workspace = await queryClient.ensureQueryData(workspaceQuery).catch(() => null);
    if (workspace === null) return;
    const scope = resolveViewScope(search, workspace);
    if (isSameScope(search, scope)) return;
    throw redirect({
      to: '.',
      search: (old: object) => ({
        ...old,
        channel: undefined,
        locale: undefined,
        compare: undefined,
        ...scope,
      }),
      hash,
      replace: true,
    });
  },
});

/** Returns a page for people who are signed in. Only its own scripts are loaded when it opens. */
const page = <const Path extends string, Module extends object>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & string,
) =>
  createRoute({
    getParentRoute: () => authenticated,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, () => ReactNode>>, name),
  });

/** Returns a page whose search and filters are texts in its address; a last part `{-$code}` of its path is the open object. */
const configPage = <const Path extends string, Module extends object>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module & string,
) =>
  createRoute({
    getParentRoute: () => authenticated,
    path,
    validateSearch: parseConfigSearch,
    component: lazyRouteComponent(load as () => Promise<Record<string, () => ReactNode>>, name),
  });

const home = page('/', () => import('../pages/home/home-page.tsx'), 'HomePage');

const tokens = page(
  '/settings/tokens',
  () => import('../pages/settings/tokens/tokens-page.tsx'),
  'TokensPage',
);

const webhooks = page(
  '/settings/webhooks',
  () => import('../pages/settings/webhooks/webhooks-page.tsx'),
  'WebhooksPage',
);

const webhook = page(
  '/settings/webhooks/$id',
  () => import('../pages/settings/webhooks/webhook-page.tsx'),
  'WebhookPage',
);

const storefronts = page(
  '/settings/storefronts',
  () => import('../pages/settings/storefronts/storefronts-page.tsx'),
  'StorefrontsPage',
);

const storefront = configPage(
  '/settings/storefronts/$code',
  () => import('../pages/settings/storefronts/storefront-page.tsx'),
  'StorefrontPage',
);

/** The address that storefronts had before; it has no page. */
const FORMER_ADDRESS = '/settings/front-ends/{-$code}';

const formerStorefronts = createRoute({
  getParentRoute: () => authenticated,
  path: FORMER_ADDRESS,
  beforeLoad: ({ params: { code } }) => {
    throw code === undefined
      ? redirect({ to: '/settings/storefronts', replace: true })
      : redirect({ to: '/settings/storefronts/$code', params: { code }, replace: true });
  },
});

const locales = configPage(
  '/settings/locales/{-$code}',
  () => import('../pages/channels/locales-page.tsx'),
  'LocalesPage',
);

const channels = configPage(
  '/settings/channels/{-$code}',
  () => import('../pages/channels/channels-page.tsx'),
  'ChannelsPage',
);

const currencies = configPage(
  '/settings/currencies/{-$code}',
  () => import('../pages/channels/currencies-page.tsx'),
  'CurrenciesPage',
);

const organization = page(
  '/settings/organization',
  () => import('../pages/settings/organization/organization-page.tsx'),
  'OrganizationPage',
);

const members = page(
  '/settings/members',
  () => import('../pages/settings/members/members-page.tsx'),
  'MembersPage',
);

const audit = configPage(
  '/settings/audit',
  () => import('../pages/settings/audit/audit-page.tsx'),
  'AuditPage',
);

const account = page('/account', () => import('../pages/account/account-page.tsx'), 'AccountPage');

const imports = page('/imports', () => import('../pages/imports/import-page.tsx'), 'ImportPage');

const schedules = page('/schedules', () => import('../pages/schedules/schedules-page.tsx'), 'SchedulesPage');

const jobs = createRoute({
  getParentRoute: () => authenticated,
  path: '/jobs',
  validateSearch: parseJobsSearchParams,
  component: lazyRouteComponent(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
});

const job = page('/jobs/$id', () => import('../pages/jobs/job-page.tsx'), 'JobPage');

const products = createRoute({
  getParentRoute: () => authenticated,
  path: '/products',
  validateSearch: parseProductsSearchParams,
  component: lazyRouteComponent(() => import('../pages/products/grid/products-page.tsx'), 'ProductsPage'),
});

const product = createRoute({
  getParentRoute: () => authenticated,
  path: '/products/$sku',
  validateSearch: parseProductSearchParams,
  component: lazyRouteComponent(() => import('../pages/product/product-page.tsx'), 'ProductPage'),
});

const compare = createRoute({
  getParentRoute: () => authenticated,
  path: '/compare',
  validateSearch: parseCompareSearchParams,
  component: lazyRouteComponent(() => import('../pages/compare/compare-page.tsx'), 'ComparePage'),
});

const entities = createRoute({
  getParentRoute: () => authenticated,
  path: '/entities/{-$type}',
  validateSearch: parseProductsSearchParams,
  component: lazyRouteComponent(() => import('../pages/entities/entities-page.tsx'), 'EntitiesPage'),
});

const entity = createRoute({
  getParentRoute: () => authenticated,
  path: '/entities/$type/$code',
  validateSearch: parseEntitySearchParams,
  component: lazyRouteComponent(() => import('../pages/entities/entity/entity-page.tsx'), 'EntityPage'),
});

const trash = page('/trash', () => import('../pages/trash/trash-page.tsx'), 'TrashPage');

const operations = page(
  '/operations',
  () => import('../pages/operations/operations-page.tsx'),
  'OperationsPage',
);

const categories = configPage(
  '/categories/{-$code}',
  () => import('../pages/categories/categories-page.tsx'),
  'CategoriesPage',
);

const media = configPage('/media/{-$code}', () => import('../pages/media/media-page.tsx'), 'MediaPage');

const attributes = configPage(
  '/model/attributes/{-$code}',
  () => import('../pages/attributes/attributes-page.tsx'),
  'AttributesPage',
);

const attributeSets = configPage(
  '/model/attribute-sets/{-$code}',
  () => import('../pages/attribute-sets/attribute-sets-page.tsx'),
  'AttributeSetsPage',
);

const options = configPage(
  '/model/options/{-$code}',
  () => import('../pages/options/option-sets-page.tsx'),
  'OptionSetsPage',
);

const entityTypes = configPage(
  '/model/entity-types/{-$code}',
  () => import('../pages/entity-types/entity-types-page.tsx'),
  'EntityTypesPage',
);

const attributeGroups = configPage(
  '/model/groups/{-$code}',
  () => import('../pages/model/attribute-groups-page.tsx'),
  'AttributeGroupsPage',
);

const associationTypes = configPage(
  '/model/association-types/{-$code}',
  () => import('../pages/model/association-types-page.tsx'),
  'AssociationTypesPage',
);

const units = configPage(
  '/model/units/{-$code}',
  () => import('../pages/model/measurement-families-page.tsx'),
  'MeasurementFamiliesPage',
);

const labels = configPage('/model/labels', () => import('../pages/labels/labels-page.tsx'), 'LabelsPage');

const proposal = configPage(
  '/proposals/$uploadId',
  () => import('../pages/proposal/proposal-page.tsx'),
  'ProposalPage',
);

const changes = configPage(
  '/model/changes',
  () => import('../pages/model-changes/changes-page.tsx'),
  'ChangesPage',
);

const notFound = createRoute({ getParentRoute: () => authenticated, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    authenticated.addChildren([
      ...[home, tokens, webhooks, webhook, locales, channels, currencies, members, audit],
      ...[products, product, compare, entities, entity, trash, categories, media, attributes, attributeSets],
      ...[options, attributeGroups, entityTypes, associationTypes, units, changes, labels],
      ...[storefronts, storefront, formerStorefronts, organization],
      ...[imports, proposal, schedules, jobs, job, operations, account, notFound],
    ]),
  ]),
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: () => <Loading what={t('page')} shape="page" />,
  scrollRestoration: true,
  defaultPreload: 'intent',
});

/** Loads the scripts of the page of this address, while its session is requested. */
export function preloadPage(): void {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[routeId];
    // A script that fails here is loaded again, and the error reported, when the page is drawn.
    if (route !== undefined) router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
