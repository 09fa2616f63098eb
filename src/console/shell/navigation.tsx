import { NavLink, Text } from '@mantine/core';
import { Link, type LinkProps, useMatchRoute } from '@tanstack/react-router';

interface Place {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
}

interface Area {
  readonly title: string;
  readonly places: readonly Place[];
  /** Only who may manage the organization sees it. */
  readonly managersOnly?: true;
}

const AREAS: readonly Area[] = [
  {
    title: 'Catalogue',
    places: [
      { to: '/', label: 'Overview' },
      { to: '/products', label: 'Products' },
    ],
  },
  {
    title: 'Files',
    places: [
      { to: '/imports', label: 'Import' },
      { to: '/jobs', label: 'Jobs' },
    ],
  },
  {
    title: 'Operations',
    managersOnly: true,
    places: [{ to: '/operations', label: 'Queues' }],
  },
  {
    title: 'Settings',
    managersOnly: true,
    places: [
      { to: '/settings/tokens', label: 'API tokens' },
      { to: '/settings/webhooks', label: 'Webhooks' },
      { to: '/settings/channels', label: 'Channels' },
      { to: '/settings/locales', label: 'Locales' },
      { to: '/settings/currencies', label: 'Currencies' },
      { to: '/settings/members', label: 'Members' },
      { to: '/settings/audit', label: 'Audit' },
    ],
  },
];

/** The links to all pages, in their areas. */
export function Navigation(props: { readonly isManager: boolean; readonly onNavigate: () => void }) {
  const matchRoute = useMatchRoute();
  return AREAS.filter((area) => props.isManager || area.managersOnly === undefined).map(
    ({ title, places }) => (
      <div key={title}>
        <Text size="sm" fw={700} px="sm" pt="md" pb={4} id={`area-${title}`}>
          {title}
        </Text>
        <ul className="plain-list" aria-labelledby={`area-${title}`}>
          {places.map(({ to, label }) => {
            const isHere = matchRoute({ to, fuzzy: to !== '/' }) !== false;
            return (
              <li key={to}>
                <NavLink
                  component={Link}
                  to={to}
                  label={label}
                  active={isHere}
                  variant="filled"
                  aria-current={isHere ? 'page' : undefined}
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
