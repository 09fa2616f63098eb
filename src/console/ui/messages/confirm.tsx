import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { ConfirmRequest } from './confirm-dialog.tsx';

let pendingRequest: ConfirmRequest | null = null;
const listeners = new Set<() => void>();

function setPendingRequest(question: ConfirmRequest | null): void {
  pendingRequest = question;
  for (const listener of listeners) listener();
}

/** Asks for confirmation of an action that has consequences. */
export const confirmAction = (question: ConfirmRequest): void => setPendingRequest(question);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

/** Shows the question of {@link confirmAction}. */
export function ConfirmDialogHost() {
  const question = useSyncExternalStore(subscribe, () => pendingRequest);
  if (question === null) return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} onClose={() => setPendingRequest(null)} />
    </Suspense>
  );
}
