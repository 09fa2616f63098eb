import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../../../language/t.ts';
import {
  CategoriesIcon,
  CommentIcon,
  DetailsIcon,
  DevelopersIcon,
  HistoryIcon,
  LinksIcon,
  MediaIcon,
  VisibilityIcon,
} from '../../../ui/icons.ts';
import { hasLetterKeys } from '../../../ui/letter-keys.ts';
import type { Panel } from '../product-address.ts';
import { keepDetails, useOpenDetails } from './open-details.ts';

interface PanelTab {
  readonly title: string;
  readonly Icon: typeof DetailsIcon;
  readonly key?: string;
}

/** Label and icon of each drawer, and the key that opens it. */
export const PANELS: Readonly<Record<Panel, PanelTab>> = {
  details: { title: t('Details'), Icon: DetailsIcon },
  live: { title: t('Visibility'), Icon: VisibilityIcon },
  history: { title: t('History'), Icon: HistoryIcon, key: 'h' },
  comments: { title: t('Comments'), Icon: CommentIcon, key: 'c' },
  links: { title: t('Links'), Icon: LinksIcon, key: 'l' },
  categories: { title: t('Categories'), Icon: CategoriesIcon, key: 'g' },
  images: { title: t('Images'), Icon: MediaIcon, key: 'i' },
  code: { title: t('Code'), Icon: DevelopersIcon, key: 'x' },
};

/** Returns the open drawer of the page, the one that its URL requests, and a function to open another. */
export function usePanel() {
  const navigate = useNavigate();
  const { panel: asked, compare } = useSearch({ from: '/authenticated/products/$sku' });
  const isOpen = useOpenDetails();
  // Two contexts beside each other need the room.
  const panel = asked ?? (isOpen && compare === undefined ? 'details' : undefined);
  const open = (next: Panel | undefined) => {
    // A field that the drawer was opened for takes the focus.
    const { activeElement } = document;
    if (
      next !== undefined &&
      activeElement instanceof HTMLElement &&
      activeElement.matches('h1, .panel-button')
    )
      activeElement.blur();
    if (next === 'details') keepDetails(true);
    else if (next === undefined && panel === 'details') keepDetails(false);
    void navigate({ to: '.', search: (old) => ({ ...old, panel: next }), replace: true, resetScroll: false });
  };
  return { panel, asked, open };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, dialog, [role="grid"]') !== null);

/** Returns the drawer that a key opens outside fields; null for another key. Ctrl-. opens the code everywhere. */
export function panelOfKey(event: KeyboardEvent): Panel | null {
  const hasControl = event.ctrlKey || event.metaKey;
  if (hasControl && event.key === '.' && !event.altKey) return 'code';
  if (hasControl || event.altKey || isTyping(event.target) || !hasLetterKeys()) return null;
  const key = event.key.toLowerCase();
  const found = Object.entries(PANELS).find(([, panel]) => panel.key === key);
  return found === undefined ? null : (found[0] as Panel);
}

/** Opens and closes drawers by keys; Escape closes them, too. */
export function usePanelKeys(): void {
  const { asked, open } = usePanel();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isFloating = document.querySelector('dialog[open], [role="dialog"], :popover-open') !== null;
      if (event.key === 'Escape' && asked !== undefined && !isFloating) return open(undefined);
      const wanted = panelOfKey(event);
      if (wanted === null) return;
      event.preventDefault();
      open(wanted === asked ? undefined : wanted);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
