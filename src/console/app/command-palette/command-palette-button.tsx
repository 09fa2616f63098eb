import { lazy, Suspense, useEffect, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { SearchIcon } from '../../ui/icons.ts';

const Palette = lazy(() => import('./command-palette.tsx'));
const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const focus = (control: HTMLElement | null) => control?.focus();

/** Opens the palette, as Ctrl-K does on every page. */
export function CommandPaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setTyped('');
      setIsOpen((was) => !was);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="bar-search"
        aria-label={t('Search or jump to…')}
        aria-keyshortcuts="Control+K"
        onClick={() => {
          setTyped('');
          setIsOpen(true);
        }}
      >
        <SearchIcon />
        <span className="cut">{t('Search or jump to…')}</span>
        <kbd data-keys={`${MODIFIER} K`} />
      </button>
      {isOpen ? (
        <Suspense
          fallback={
            // The field catches text that is typed while the script loads, so that the page does not get it.
            <input
              className="visually-hidden"
              aria-label={t('Search or jump to…')}
              ref={focus}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          }
        >
          <Palette typedBefore={typed} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
