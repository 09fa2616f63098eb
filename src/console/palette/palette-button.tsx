import { lazy, Suspense, useEffect, useState } from 'react';
import { t } from '../language/t.ts';
import { SearchIcon } from '../ui/icons.ts';

const Palette = lazy(() => import('./palette.tsx'));
const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Opens the palette, as Ctrl-K does on every page. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
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
        onClick={() => setIsOpen(true)}
      >
        <SearchIcon />
        <span className="bar-search-words">{t('Search or jump to…')}</span>
        <kbd data-keys={`${MODIFIER} K`} />
      </button>
      {isOpen ? (
        <Suspense>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
