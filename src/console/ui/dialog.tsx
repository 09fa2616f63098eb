import { type ComponentProps, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

const Modal = lazyPart(async () => (await import('./modal.tsx')).Modal);

/** A modal dialog. Escape and its button close it; a click outside does not, because it would lose input. */
export function Dialog(props: ComponentProps<typeof Modal>) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.title !== null && !wasOpen) setWasOpen(true);
  // A dialog that closes gives the focus back.
  return wasOpen ? <Modal {...props} /> : null;
}
