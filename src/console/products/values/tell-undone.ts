import { t } from '../../language/t.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { showToast } from '../../ui/messages/toasts.tsx';
import type { UndoResult } from './undo-result.ts';

/** Says what an undo did: a success only if all of it happened, else an error that stays and has the reasons. */
export function tellUndone({ words, left }: UndoResult): void {
  if (left === null) {
    notifySuccess(words ?? t('There is nothing to undo.'));
    return;
  }
  showToast({
    tone: 'error',
    title: words === null ? t('Nothing was undone') : t('Not everything was undone'),
    message: words === null ? left : `${words} ${left}`,
  });
}
