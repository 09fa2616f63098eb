import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from './lazy-component.tsx';

const loadModal = () => import('./modal.tsx');
const Modal = lazy(async () => ({ default: (await loadModal()).Modal }));

/** Shows a modal dialog. Escape and its button close it; a click outside does not, because it would lose input. */
export function Dialog(props: ComponentProps<typeof Modal>) {
  const [wasOpen, setWasOpen] = useState(false);
  // Pages without dialogs do not load the script.
  useEffect(() => whenIdle(loadModal), []);
  if (props.title !== null && !wasOpen) setWasOpen(true);
  // A dialog that closes gives the focus back.
  return wasOpen ? (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  ) : null;
}
