import { Modal as LibraryModal, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../language/t.ts';

/** Dropdowns render inside the dialog: screen readers ignore everything outside it. */
const INSIDE = { components: { Combobox: { defaultProps: { withinPortal: false } } } };

/** The script of a dialog, with all that it needs of the component library. */
export function Modal(props: {
  /** Null while the dialog is closed. */
  readonly title: string | null;
  readonly onClose: () => void;
  readonly size?: 'sm' | 'lg' | 'xl';
  readonly children: ReactNode;
}) {
  // What has the focus is kept when a closed dialog opens: this one is open when its script is there.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return (
    <LibraryModal
      opened={isMounted && props.title !== null}
      onClose={props.onClose}
      size={props.size ?? 'lg'}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
      transitionProps={{ duration: 80 }}
      title={props.title}
    >
      <MantineThemeProvider theme={INSIDE}>{props.children}</MantineThemeProvider>
    </LibraryModal>
  );
}
