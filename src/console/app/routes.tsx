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
import { queryClient } from '../api/query-client.ts';
import { sessionQuery } from '../api/session.ts';
import { completeScope, isSameScope, readViewScope } from '../api/view-scope.ts';
import { workspaceQuery } from '../api/workspace.ts';
import { readCompareAddress } from '../catalogue/products/compare-address.ts';
import { readSearch } from '../catalogue/search/search-address.ts';
import { t } from '../language/t.ts';
import { readJobsAddress } from '../pages/jobs/jobs-address.ts';
import { readProductAddress } from '../pages/product/product-address.ts';
import { Loading } from '../ui/messages/states.tsx';
import { Authenticated } from './authenticated.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.tsx';

const root = createRootRoute({ component: Outlet });

/** The page to open after signing in: a path of this site only. */
const readNext = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readNext,
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: Authenticated,
  validateSearch: readViewScope,
  search: { middlewares: [retainSearchParams(['channel', 'locale', 'compare'])] },
  beforeLoad: async ({ location: { href, hash }, search }) => {
    const signedIn = await queryClient.ensureQueryData(sessionQuery);
    if (signedIn === null) throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
    if (signedIn.organizationId === null) return;
    // The page shows what failed.
    const workspace = await queryClient.ensureQueryData(workspaceQuery).catch(() => null);
    if (workspace === null) return;
    const scope = completeScope(search, workspace);
    if (isSameScope(search, scope)) return;
    throw redirect({
      to: '.',
      search: (old: object) => ({ ...old, compare: undefined, ...scope }),
      hash,
      replace: true,
    });
  },
});

const home = createRoute({
  getParentRoute: () => authenticated,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
});

const tokens = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/tokens',
  component: lazyRouteComponent(() => import('../pages/settings/tokens/tokens-page.tsx'), 'TokensPage'),
});

const webhooks = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('../pages/settings/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/webhooks/$id',
  component: lazyRouteComponent(() => import('../pages/settings/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const frontEnds = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/front-ends',
  component: lazyRouteComponent(
    () => import('../pages/settings/front-ends/front-ends-page.tsx'),
    'FrontEndsPage',
  ),
});

const frontEnd = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/front-ends/$code',
  validateSearch: ({ section }): { section?: string | undefined } =>
    typeof section === 'string' ? { section } : {},
  component: lazyRouteComponent(
    () => import('../pages/settings/front-ends/front-end-page.tsx'),
    'FrontEndPage',
  ),
});

const locales = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/locales',
  component: lazyRouteComponent(() => import('../pages/settings/locales/locales-page.tsx'), 'LocalesPage'),
});

const channels = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/channels',
  component: lazyRouteComponent(() => import('../pages/settings/channels/channels-page.tsx'), 'ChannelsPage'),
});

const currencies = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/currencies',
  component: lazyRouteComponent(
    () => import('../pages/settings/currencies/currencies-page.tsx'),
    'CurrenciesPage',
  ),
});

const members = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('../pages/settings/members/members-page.tsx'), 'MembersPage'),
});

const audit = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/audit',
  component: lazyRouteComponent(() => import('../pages/settings/audit/audit-page.tsx'), 'AuditPage'),
});

const account = createRoute({
  getParentRoute: () => authenticated,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
});

const imports = createRoute({
  getParentRoute: () => authenticated,
  path: '/imports',
  component: lazyRouteComponent(() => import('../pages/imports/import-page.tsx'), 'ImportPage'),
});

const jobs = createRoute({
  getParentRoute: () => authenticated,
  path: '/jobs',
  validateSearch: readJobsAddress,
  component: lazyRouteComponent(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
});

const job = createRoute({
  getParentRoute: () => authenticated,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('../pages/jobs/job-page.tsx'), 'JobPage'),
});

const products = createRoute({
  getParentRoute: () => authenticated,
  path: '/products',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../pages/products/grid/products-page.tsx'), 'ProductsPage'),
});

const product = createRoute({
  getParentRoute: () => authenticated,
  path: '/products/$sku',
  validateSearch: readProductAddress,
  component: lazyRouteComponent(() => import('../pages/product/product-page.tsx'), 'ProductPage'),
});

const compare = createRoute({
  getParentRoute: () => authenticated,
  path: '/compare',
  validateSearch: readCompareAddress,
  component: lazyRouteComponent(() => import('../pages/compare/compare-page.tsx'), 'ComparePage'),
});

const trash = createRoute({
  getParentRoute: () => authenticated,
  path: '/trash',
  component: lazyRouteComponent(() => import('../pages/trash/trash-page.tsx'), 'TrashPage'),
});

const operations = createRoute({
  getParentRoute: () => authenticated,
  path: '/operations',
  component: lazyRouteComponent(() => import('../pages/operations/operations-page.tsx'), 'OperationsPage'),
});

const categories = createRoute({
  getParentRoute: () => authenticated,
  path: '/categories',
  component: lazyRouteComponent(() => import('../pages/categories/categories-page.tsx'), 'CategoriesPage'),
});

const media = createRoute({
  getParentRoute: () => authenticated,
  path: '/media',
  component: lazyRouteComponent(() => import('../pages/media/media-page.tsx'), 'MediaPage'),
});

const attributes = createRoute({
  getParentRoute: () => authenticated,
  path: '/model/attributes',
  component: lazyRouteComponent(() => import('../pages/model/attributes-page.tsx'), 'AttributesPage'),
});

const attributeSets = createRoute({
  getParentRoute: () => authenticated,
  path: '/model/attribute-sets',
  component: lazyRouteComponent(() => import('../pages/model/attribute-sets-page.tsx'), 'AttributeSetsPage'),
});

const notFound = createRoute({ getParentRoute: () => authenticated, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    authenticated.addChildren([
      ...[home, tokens, webhooks, webhook, locales, channels, currencies, members, audit],
      ...[products, product, compare, trash, categories, media, attributes, attributeSets],
      ...[frontEnds, frontEnd],
      ...[imports, jobs, job, operations, account, notFound],
    ]),
  ]),
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: () => <Loading what={t('page')} />,
  scrollRestoration: true,
  defaultPreload: 'intent',
});

/** Loads the scripts of the page of this address, while its session is asked for. */
export function preloadPage(): void {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes[routeId];
    // What fails is loaded again, and reported, when the page is drawn.
    if (route !== undefined) router.loadRouteChunk(route)?.catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
