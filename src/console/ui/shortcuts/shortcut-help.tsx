import { Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../dialog.tsx';
import { hasLetterShortcuts } from '../letter-shortcuts.ts';

/** Keys, and their action. */
export type Shortcut = readonly [keys: string, action: string];

const EDITABLE_SELECTOR = 'input, textarea, select, [contenteditable="true"], [data-edited], [popover]';

/** Opens the list of the keys of a page for "?", outside of fields. */
export function ShortcutHelp({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
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
      <dl>
        {shortcuts.map(([keys, action]) => (
          <Group key={keys} wrap="nowrap" align="baseline" gap={12} py={5}>
            <Text component="dt" size="xs" w={148} flex="none">
              <kbd style={{ fontSize: 12 }}>{keys}</kbd>
            </Text>
            <dd>{action}</dd>
          </Group>
        ))}
      </dl>
    </Dialog>
  );
}
