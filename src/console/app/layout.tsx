import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '../api/workspace.ts';
import { t } from '../i18n/translate.ts';
import { CloseIcon, CollapseIcon, MenuIcon } from '../ui/icons.ts';
import { QueryResult } from '../ui/messages/states.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ChannelLocaleBar } from './channel-locale-bar.tsx';
import { CommandPaletteButton } from './command-palette/command-palette-button.tsx';
import { Navigation } from './navigation.tsx';
import { OrganizationMenu } from './organization-menu.tsx';

const NARROW = 'catalograph-narrow-menu';

/** Shows the frame of every page of a signed-in user: bar, navigation, page. */
export function Layout() {
  const me = useQuery(meQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [isNarrow, setIsNarrow] = useState(() => localStorage.getItem(NARROW) === 'true');
  const resize = () => {
    localStorage.setItem(NARROW, String(!isNarrow));
    setIsNarrow(!isNarrow);
  };
  return (
    <div className="shell" data-menu={isOpen ? 'open' : isNarrow ? 'narrow' : 'wide'}>
      <a className="skip-link" href="#page">
        {t('Skip to content')}
      </a>
      <header className="bar">
        <button
          type="button"
          className="icon-button bar-burger"
          aria-label={isOpen ? t('Close menu') : t('Open menu')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <CloseIcon /> : <MenuIcon />}
        </button>
        <OrganizationMenu current={me.data?.organization ?? null} />
        <CommandPaletteButton />
        <ChannelLocaleBar />
        {me.data === undefined ? null : <AccountMenu me={me.data} />}
      </header>
      <nav className="nav" aria-label={t('Pages')}>
        <Navigation role={me.data?.role} onNavigate={() => setIsOpen(false)} />
        <button
          type="button"
          className="nav-item nav-collapse"
          aria-label={isNarrow ? t('Expand menu') : t('Collapse menu')}
          onClick={resize}
        >
          <CollapseIcon />
          <span className="nav-label">{t('Collapse menu')}</span>
        </button>
      </nav>
      <main id="page" className="page" tabIndex={-1}>
        <QueryResult query={me} what={t('account')} shape="page">
          {() => <Outlet />}
        </QueryResult>
      </main>
    </div>
  );
}
