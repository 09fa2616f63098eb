import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../../../i18n/translate.ts';
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
import { hasLetterShortcuts } from '../../../ui/letter-shortcuts.ts';
import type { Panel } from '../product-search-params.ts';
import { storeDetailsOpen, useDetailsOpen } from './use-details-open.ts';

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
  const { panel: requestedPanel, compare } = useSearch({ from: '/authenticated/products/$sku' });
  const isOpen = useDetailsOpen();
  // Two contexts beside each other need the room.
  const panel = requestedPanel ?? (isOpen && compare === undefined ? 'details' : undefined);
  const open = (next: Panel | undefined) => {
    // A field that the drawer was opened for takes the focus.
    const { activeElement } = document;
    if (
      next !== undefined &&
      activeElement instanceof HTMLElement &&
      activeElement.matches('h1, .panel-button')
    )
      activeElement.blur();
    if (next === 'details') storeDetailsOpen(true);
    else if (next === undefined && panel === 'details') storeDetailsOpen(false);
    void navigate({ to: '.', search: (old) => ({ ...old, panel: next }), replace: true, resetScroll: false });
  };
  return { panel, asked: requestedPanel, open };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, dialog, [role="grid"]') !== null);

/** Returns the drawer that a key opens outside fields; null for another key. Ctrl-. opens the code everywhere. */
export function panelForKey(event: KeyboardEvent): Panel | null {
  const hasControl = event.ctrlKey || event.metaKey;
  if (hasControl && event.key === '.' && !event.altKey) return 'code';
  if (hasControl || event.altKey || isTyping(event.target) || !hasLetterShortcuts()) return null;
  const key = event.key.toLowerCase();
  const panelEntry = Object.entries(PANELS).find(([, panel]) => panel.key === key);
  return panelEntry === undefined ? null : (panelEntry[0] as Panel);
}

/** Opens and closes drawers by keys; Escape closes them, too. */
export function usePanelShortcuts(): void {
  const { asked, open } = usePanel();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isFloating = document.querySelector('dialog[open], [role="dialog"], :popover-open') !== null;
      if (event.key === 'Escape' && asked !== undefined && !isFloating) return open(undefined);
      const targetPanel = panelForKey(event);
      if (targetPanel === null) return;
      event.preventDefault();
      open(targetPanel === asked ? undefined : targetPanel);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
