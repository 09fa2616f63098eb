import { NavLink, Text } from '@mantine/core';
import { Link, type LinkProps, useMatchRoute } from '@tanstack/react-router';

interface PageLink {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
}

interface Section {
  readonly title: string;
  readonly links: readonly PageLink[];
  /** Shown to owners and admins only. */
  readonly managersOnly?: true;
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Catalogue',
    links: [
      { to: '/', label: 'Overview' },
      { to: '/products', label: 'Products' },
    ],
  },
  {
    title: 'Import and export',
    links: [
      { to: '/imports', label: 'Import' },
      { to: '/jobs', label: 'Jobs' },
    ],
  },
  {
    title: 'Operations',
    managersOnly: true,
    links: [{ to: '/operations', label: 'Queues' }],
  },
  {
    title: 'Settings',
    managersOnly: true,
    links: [
      { to: '/settings/tokens', label: 'API tokens' },
      { to: '/settings/webhooks', label: 'Webhooks' },
      { to: '/settings/channels', label: 'Channels' },
      { to: '/settings/locales', label: 'Locales' },
      { to: '/settings/currencies', label: 'Currencies' },
      { to: '/settings/members', label: 'Members' },
      { to: '/settings/audit', label: 'Audit log' },
    ],
  },
];

/** The links to all pages, by section. */
export function Navigation(props: { readonly isManager: boolean; readonly onNavigate: () => void }) {
  const matchRoute = useMatchRoute();
  return SECTIONS.filter((section) => props.isManager || section.managersOnly === undefined).map(
    ({ title, links }) => (
      <div key={title}>
        <Text size="sm" fw={700} px="sm" pt="md" pb={4} id={`section-${title}`}>
          {title}
        </Text>
        <ul className="plain-list" aria-labelledby={`section-${title}`}>
          {links.map(({ to, label }) => {
            const isCurrent = matchRoute({ to, fuzzy: to !== '/' }) !== false;
            return (
              <li key={to}>
                <NavLink
                  component={Link}
                  to={to}
                  label={label}
                  active={isCurrent}
                  variant="filled"
                  aria-current={isCurrent ? 'page' : undefined}
                  onClick={props.onNavigate}
                />
              </li>
            );
          })}
        </ul>
      </div>
    ),
  );
}
