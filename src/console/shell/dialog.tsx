import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

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
      {props.children}
    </Modal>
  );
}
