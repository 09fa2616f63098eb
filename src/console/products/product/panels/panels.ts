import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '../../../language/t.ts';
import { hasLetterKeys } from '../../../ui/letter-keys.ts';
import type { Panel } from '../product-address.ts';

/** What each drawer is called, and the key that opens it. */
export const PANELS: Readonly<Record<Panel, { readonly title: string; readonly key?: string }>> = {
  details: { title: t('Details') },
  live: { title: t('Visibility') },
  history: { title: t('History'), key: 'h' },
  comments: { title: t('Comments'), key: 'c' },
  links: { title: t('Links'), key: 'l' },
  categories: { title: t('Categories'), key: 'g' },
  images: { title: t('Images'), key: 'i' },
  code: { title: t('Code'), key: 'x' },
};

/** The open drawer of the page, as its URL has it, and how to open another. */
export function usePanel() {
  const navigate = useNavigate();
  const { panel } = useSearch({ from: '/authenticated/products/$sku' });
  const open = (next: Panel | undefined) =>
    void navigate({ to: '.', search: (old) => ({ ...old, panel: next }), replace: true, resetScroll: false });
  return { panel, open };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, dialog, [role="grid"]') !== null);

/** The drawer that a key opens outside fields; null for another key. Ctrl-. opens the code everywhere. */
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
  const { panel, open } = usePanel();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isFloating = document.querySelector('dialog[open], [role="dialog"], :popover-open') !== null;
      if (event.key === 'Escape' && panel !== undefined && !isFloating) return open(undefined);
      const asked = panelOfKey(event);
      if (asked === null) return;
      event.preventDefault();
      open(asked === panel ? undefined : asked);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
