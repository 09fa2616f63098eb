import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import { readSearch } from '../products/grid/search-address.ts';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { Loading } from '../ui/states.tsx';
import { Authenticated } from './authenticated.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFound } from './not-found.tsx';
import { queryClient } from './query-client.ts';

const root = createRootRoute({ component: Outlet });

/** The page to open after signing in: a path of this site only. */
const readNext = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readNext,
  component: SignInPage,
});

const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: Authenticated,
  beforeLoad: async ({ location: { href } }) => {
    const signedIn = await queryClient.ensureQueryData(sessionQuery);
    if (signedIn === null) throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
  },
});

const overview = createRoute({
  getParentRoute: () => authenticated,
  path: '/',
  component: lazyRouteComponent(() => import('../overview/overview-page.tsx'), 'OverviewPage'),
});

const tokens = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/tokens',
  component: lazyRouteComponent(() => import('../settings/tokens/tokens-page.tsx'), 'TokensPage'),
});

const webhooks = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('../settings/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/webhooks/$id',
  component: lazyRouteComponent(() => import('../settings/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const locales = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/locales',
  component: lazyRouteComponent(() => import('../settings/locales/locales-page.tsx'), 'LocalesPage'),
});

const channels = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/channels',
  component: lazyRouteComponent(() => import('../settings/channels/channels-page.tsx'), 'ChannelsPage'),
});

const currencies = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/currencies',
  component: lazyRouteComponent(() => import('../settings/currencies/currencies-page.tsx'), 'CurrenciesPage'),
});

const members = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('../settings/members/members-page.tsx'), 'MembersPage'),
});

const audit = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/audit',
  component: lazyRouteComponent(() => import('../settings/audit/audit-page.tsx'), 'AuditPage'),
});

const account = createRoute({
  getParentRoute: () => authenticated,
  path: '/account',
  component: lazyRouteComponent(() => import('../account/account-page.tsx'), 'AccountPage'),
});

const imports = createRoute({
  getParentRoute: () => authenticated,
  path: '/imports',
  component: lazyRouteComponent(() => import('../imports/import-page.tsx'), 'ImportPage'),
});

const jobs = createRoute({
  getParentRoute: () => authenticated,
  path: '/jobs',
  component: lazyRouteComponent(() => import('../jobs/jobs-page.tsx'), 'JobsPage'),
});

const job = createRoute({
  getParentRoute: () => authenticated,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('../jobs/job-page.tsx'), 'JobPage'),
});

const products = createRoute({
  getParentRoute: () => authenticated,
  path: '/products',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../products/grid/products-page.tsx'), 'ProductsPage'),
});

const product = createRoute({
  getParentRoute: () => authenticated,
  path: '/products/$sku',
  component: lazyRouteComponent(() => import('../products/product/product-page.tsx'), 'ProductPage'),
});

const operations = createRoute({
  getParentRoute: () => authenticated,
  path: '/operations',
  component: lazyRouteComponent(() => import('../operations/operations-page.tsx'), 'OperationsPage'),
});

const notFound = createRoute({ getParentRoute: () => authenticated, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    authenticated.addChildren([
      ...[overview, tokens, webhooks, webhook, locales, channels, currencies, members, audit],
      ...[products, product, imports, jobs, job, operations, account, notFound],
    ]),
  ]),
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: () => <Loading what="page" />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
