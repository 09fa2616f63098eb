import { t } from '../../i18n/translate.ts';
import { notifyInfo, notifySuccess } from '../../ui/messages/notifications.ts';
import { showToast } from '../../ui/messages/toasts.tsx';
import type { UndoResult } from './undo-result.ts';

/** Notifies of an undo: a success, with an action, only if all of it happened, else an error that stays and has the reasons. */
export function notifyUndone(
  { words, left }: UndoResult,
  action?: Parameters<typeof notifySuccess>[1],
): void {
  if (left !== null)
    showToast({
      tone: 'error',
      title: words === null ? t('Nothing was undone') : t('Not everything was undone'),
      message: words === null ? left : `${words} ${left}`,
    });
  else if (words === null) notifyInfo(t('Nothing to undo.'));
  else notifySuccess(words, action);
}
