import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Question } from './confirm-dialog.tsx';

let asked: Question | null = null;
const listeners = new Set<() => void>();

function ask(question: Question | null): void {
  asked = question;
  for (const listener of listeners) listener();
}

/** Asks for confirmation of an action that cannot be undone. */
export const confirmFirst = (question: Question): void => ask(question);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

/** Shows the question of {@link confirmFirst}. */
export function Confirmation() {
  const question = useSyncExternalStore(subscribe, () => asked);
  if (question === null) return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} onClose={() => ask(null)} />
    </Suspense>
  );
}
