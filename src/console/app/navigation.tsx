import { Link, type LinkProps, useMatchRoute, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { isAdministrator, mayConfigure } from '../api/workspace.ts';
import { t } from '../i18n/translate.ts';
import { ViewLinks } from '../pages/products/views/view-links.tsx';
import {
  CategoriesIcon,
  ChannelsIcon,
  DataFlowsIcon,
  DevelopersIcon,
  ExternalLinkIcon,
  HomeIcon,
  MediaIcon,
  ModelIcon,
  ProductsIcon,
  SettingsIcon,
} from '../ui/icons.ts';

interface PageLink {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  /** Returns true if a role sees the item; by default everyone does. */
  readonly isFor?: (role: string | undefined) => boolean;
}

interface Section {
  readonly label: string;
  readonly icon: ComponentType;
  /** The first is where the section leads. */
  readonly pages: readonly PageLink[];
  /** Pages of this server that are not part of the console. */
  readonly documents?: readonly { readonly href: string; readonly label: string }[];
}

/** The eight sections, and the settings below them. */
export const SECTIONS: readonly Section[] = [
  { label: t('Home'), icon: HomeIcon, pages: [{ to: '/', label: t('Home') }] },
  {
    label: t('Products'),
    icon: ProductsIcon,
    pages: [
      { to: '/products', label: t('All products') },
      { to: '/entities/{-$type}', label: t('Entities') },
      { to: '/trash', label: t('Trash') },
    ],
  },
  {
    label: t('Categories'),
    icon: CategoriesIcon,
    pages: [{ to: '/categories/{-$code}', label: t('Categories') }],
  },
  { label: t('Media'), icon: MediaIcon, pages: [{ to: '/media/{-$code}', label: t('Media') }] },
  {
    label: t('Model'),
    icon: ModelIcon,
    pages: [
      { to: '/model/attributes/{-$code}', label: t('Attributes') },
      { to: '/model/labels', label: t('Labels') },
      { to: '/model/attribute-sets/{-$code}', label: t('Attribute sets') },
      { to: '/model/options/{-$code}', label: t('Options') },
      { to: '/model/groups/{-$code}', label: t('Attribute groups') },
      { to: '/model/entity-types/{-$code}', label: t('Entity types') },
      { to: '/model/association-types/{-$code}', label: t('Association types') },
      { to: '/model/units/{-$code}', label: t('Units') },
      { to: '/model/changes', label: t('Changes') },
    ],
  },
  {
    label: t('Channels'),
    icon: ChannelsIcon,
    pages: [
      { to: '/settings/channels/{-$code}', label: t('Channels'), isFor: mayConfigure },
      { to: '/settings/locales/{-$code}', label: t('Locales'), isFor: mayConfigure },
      { to: '/settings/currencies/{-$code}', label: t('Currencies'), isFor: mayConfigure },
    ],
  },
  {
    label: t('Data flows'),
    icon: DataFlowsIcon,
    pages: [
      { to: '/imports', label: t('Import') },
      { to: '/schedules', label: t('Schedules') },
      { to: '/jobs', label: t('Jobs') },
    ],
  },
  {
    label: t('Developers'),
    icon: DevelopersIcon,
    pages: [
      { to: '/settings/storefronts', label: t('Storefronts'), isFor: isAdministrator },
      { to: '/settings/tokens', label: t('API tokens'), isFor: isAdministrator },
      { to: '/settings/webhooks', label: t('Webhooks'), isFor: mayConfigure },
      { to: '/operations', label: t('Queues'), isFor: isAdministrator },
    ],
    documents: [
      { href: '/graphql', label: t('GraphQL explorer') },
      { href: '/docs', label: t('REST reference') },
    ],
  },
  {
    label: t('Settings'),
    icon: SettingsIcon,
    pages: [
      { to: '/settings/organization', label: t('Organization'), isFor: mayConfigure },
      { to: '/settings/members', label: t('Members'), isFor: isAdministrator },
      { to: '/settings/audit', label: t('Audit log'), isFor: isAdministrator },
    ],
  },
];

/** Returns the sections with the pages that the person may open. */
export const visibleSections = (role: string | undefined): readonly Section[] =>
  SECTIONS.map((section) => ({
    ...section,
    pages: section.pages.filter(({ isFor }) => isFor?.(role) ?? true),
  })).filter(({ pages }) => pages.length > 0);

/**
 * Parameters of a link to a page: none of an object that is open on the page before, which the router would take over. The
 * compiler knows the parameters of each page, not those that all of them share.
 */
export const NO_OBJECT = { code: undefined } as never;

/** Shows the links to all pages: a section shows its pages while one of them is open. */
export function Navigation(props: { readonly role: string | undefined; readonly onNavigate: () => void }) {
  const { role, onNavigate } = props;
  return (
    <ul className="plain-list nav-sections">
      {visibleSections(role).map((section) => (
        <SectionLinks key={section.label} section={section} onNavigate={onNavigate} />
      ))}
    </ul>
  );
}

function SectionLinks(props: { readonly section: Section; readonly onNavigate: () => void }) {
  const { section, onNavigate } = props;
  const { label, icon: Icon, pages, documents = [] } = section;
  const matchRoute = useMatchRoute();
  const { view }: { readonly view?: string } = useSearch({ strict: false });
  const isAt = (to: PageLink['to']) => matchRoute({ to, fuzzy: to !== '/' }) !== false;
  // The comparison is not below `/products`, where every name is a SKU.
  const current = pages.find(({ to }) => isAt(to) || (to === '/products' && isAt('/compare')));
  const isOnlyPage = pages.length === 1;
  return (
    <li>
      <Link
        to={pages[0]?.to ?? '/'}
        params={NO_OBJECT}
        className="nav-item"
        data-active={current !== undefined}
        aria-current={current !== undefined && isOnlyPage ? 'page' : undefined}
        title={label}
        onClick={onNavigate}
      >
        <Icon />
        <span className="nav-label">{label}</span>
      </Link>
      {current === undefined || isOnlyPage ? null : (
        <ul className="plain-list nav-pages" aria-label={label}>
          {pages.map((page) => (
            <li key={page.to}>
              <Link
                to={page.to}
                params={NO_OBJECT}
                className="nav-page"
                // The router marks each link below whose page somebody is; a view has a link of its own.
                activeOptions={{ exact: view !== undefined }}
                aria-current={page === current && view === undefined ? 'page' : undefined}
                onClick={onNavigate}
              >
                {page.label}
              </Link>
              {page.to === '/products' ? <ViewLinks onNavigate={onNavigate} /> : null}
            </li>
          ))}
          {documents.map(({ href, label: name }) => (
            <li key={href}>
              <a href={href} className="nav-page">
                {name}
                <ExternalLinkIcon />
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
