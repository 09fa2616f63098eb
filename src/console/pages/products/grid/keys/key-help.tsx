import { useEffect, useState } from 'react';
import { t } from '../../../../language/t.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { hasLetterKeys } from '../../../../ui/letter-keys.ts';

const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList, null);

const TYPED_IN = 'input, textarea, select, [contenteditable="true"], [data-edited], [popover]';

/** Opens the list of keys for "?", outside of fields. */
export function KeyHelp() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent) => {
      if (key !== '?' || ctrlKey || metaKey || defaultPrevented || !hasLetterKeys()) return;
      const isTypedIn = target instanceof Element && target.closest(TYPED_IN) !== null;
      if (!isTypedIn && document.querySelector('[role="dialog"]') === null) setIsOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <Dialog title={isOpen ? t('Keyboard shortcuts') : null} onClose={() => setIsOpen(false)}>
      <KeyList />
    </Dialog>
  );
}
