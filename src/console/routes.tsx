import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { sessionQuery } from './api/session.ts';
import { readSearch } from './products/grid/search-address.ts';
import { Gate } from './shell/gate.tsx';
import { BrokenPage, NothingHere } from './shell/lost.tsx';
import { queryClient } from './shell/query-client.ts';
import { Waiting } from './shell/states.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';

const root = createRootRoute({ component: Outlet });

/** Where to go after signing in: a path of this site, never another one. */
const readNext = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readNext,
  component: SignInPage,
});

const gate = createRoute({
  getParentRoute: () => root,
  id: 'gate',
  component: Gate,
  beforeLoad: async ({ location: { href } }) => {
    const signedIn = await queryClient.ensureQueryData(sessionQuery);
    if (signedIn === null) throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
  },
});

const overview = createRoute({
  getParentRoute: () => gate,
  path: '/',
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});

const tokens = createRoute({
  getParentRoute: () => gate,
  path: '/settings/tokens',
  component: lazyRouteComponent(() => import('./settings/tokens/tokens-page.tsx'), 'TokensPage'),
});

const webhooks = createRoute({
  getParentRoute: () => gate,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('./settings/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => gate,
  path: '/settings/webhooks/$id',
  component: lazyRouteComponent(() => import('./settings/webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const locales = createRoute({
  getParentRoute: () => gate,
  path: '/settings/locales',
  component: lazyRouteComponent(() => import('./settings/locales/locales-page.tsx'), 'LocalesPage'),
});

const channels = createRoute({
  getParentRoute: () => gate,
  path: '/settings/channels',
  component: lazyRouteComponent(() => import('./settings/channels/channels-page.tsx'), 'ChannelsPage'),
});

const currencies = createRoute({
  getParentRoute: () => gate,
  path: '/settings/currencies',
  component: lazyRouteComponent(() => import('./settings/currencies/currencies-page.tsx'), 'CurrenciesPage'),
});

const members = createRoute({
  getParentRoute: () => gate,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('./settings/members/members-page.tsx'), 'MembersPage'),
});

const audit = createRoute({
  getParentRoute: () => gate,
  path: '/settings/audit',
  component: lazyRouteComponent(() => import('./settings/audit/audit-page.tsx'), 'AuditPage'),
});

const account = createRoute({
  getParentRoute: () => gate,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
});

const imports = createRoute({
  getParentRoute: () => gate,
  path: '/imports',
  component: lazyRouteComponent(() => import('./imports/import-page.tsx'), 'ImportPage'),
});

const jobs = createRoute({
  getParentRoute: () => gate,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./jobs/jobs-page.tsx'), 'JobsPage'),
});

const job = createRoute({
  getParentRoute: () => gate,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('./jobs/job-page.tsx'), 'JobPage'),
});

const products = createRoute({
  getParentRoute: () => gate,
  path: '/products',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./products/grid/products-page.tsx'), 'ProductsPage'),
});

const product = createRoute({
  getParentRoute: () => gate,
  path: '/products/$sku',
  component: lazyRouteComponent(() => import('./products/product/product-page.tsx'), 'ProductPage'),
});

const operations = createRoute({
  getParentRoute: () => gate,
  path: '/operations',
  component: lazyRouteComponent(() => import('./operations/operations-page.tsx'), 'OperationsPage'),
});

const nothing = createRoute({ getParentRoute: () => gate, path: '$', component: NothingHere });

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    gate.addChildren([
      ...[overview, tokens, webhooks, webhook, locales, channels, currencies, members, audit],
      ...[products, product, imports, jobs, job, operations, account, nothing],
    ]),
  ]),
  defaultErrorComponent: BrokenPage,
  defaultPendingComponent: () => <Waiting what="the page" />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
