import { Combobox, MantineThemeProvider, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

/** Choices that drop down in a dialog belong to it: what is beside it is not there for screen readers. */
const INSIDE = { components: { Combobox: Combobox.extend({ defaultProps: { withinPortal: false } }) } };

/** A dialog over the page; closes by Escape and its button, never by a click beside it, which loses what was typed. */
export function Dialog(props: {
  /** Null while there is none. */
  readonly title: string | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Modal
      opened={props.title !== null}
      onClose={props.onClose}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={props.title}
    >
      <MantineThemeProvider theme={INSIDE}>{props.children}</MantineThemeProvider>
    </Modal>
  );
}
