import { useEffect, useState } from 'react';
import { t } from '../../../../i18n/translate.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { hasLetterShortcuts } from '../../../../ui/letter-shortcuts.ts';

const ShortcutList = lazyComponent(async () => (await import('./shortcut-list.tsx')).ShortcutList, null);

const EDITABLE_SELECTOR = 'input, textarea, select, [contenteditable="true"], [data-edited], [popover]';

/** Opens the list of keys for "?", outside of fields. */
export function ShortcutHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent) => {
      if (key !== '?' || ctrlKey || metaKey || defaultPrevented || !hasLetterShortcuts()) return;
      const isTypedIn = target instanceof Element && target.closest(EDITABLE_SELECTOR) !== null;
      if (!isTypedIn && document.querySelector('[role="dialog"]') === null) setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <Dialog title={isOpen ? t('Keyboard shortcuts') : null} onClose={() => setIsOpen(false)}>
      <ShortcutList />
    </Dialog>
  );
}
