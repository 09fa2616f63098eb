import { MantineThemeProvider, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../language/t.ts';

/** Dropdowns render inside the dialog: screen readers ignore everything outside it. */
const INSIDE = { components: { Combobox: { defaultProps: { withinPortal: false } } } };

/** A modal dialog. Escape and its button close it; a click outside does not, because it would lose input. */
export function Dialog(props: {
  /** Null while the dialog is closed. */
  readonly title: string | null;
  readonly onClose: () => void;
  readonly size?: 'sm' | 'lg' | 'xl';
  readonly children: ReactNode;
}) {
  return (
    <Modal
      opened={props.title !== null}
      onClose={props.onClose}
      size={props.size ?? 'lg'}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
      transitionProps={{ duration: 80 }}
      title={props.title}
    >
      <MantineThemeProvider theme={INSIDE}>{props.children}</MantineThemeProvider>
    </Modal>
  );
}
