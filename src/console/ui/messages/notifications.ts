import { messageOf, requestIdOf, titleOfFailure } from '../../api/failure.ts';
import { t } from '../../language/t.ts';
import { showToast } from './toasts.tsx';

/** Shows a success notification, with a button where something can be done about it, such as *Undo*. */
export const notifySuccess = (
  message: string,
  action?: { readonly label: string; readonly run: () => void },
): void => showToast({ tone: 'ok', message, action });

/** Shows an error notification; it stays until it is closed. An unexpected one offers the id of its request. */
export function notifyError(error: unknown): void {
  const requestId = requestIdOf(error);
  showToast({
    tone: 'error',
    title: titleOfFailure(error) ?? t('Something went wrong'),
    message: messageOf(error),
    action:
      requestId === null
        ? undefined
        : {
            label: t('Copy request id'),
            // Plain HTTP has no clipboard.
            run: () => void navigator.clipboard?.writeText(requestId).then(() => notifySuccess(t('Copied.'))),
          },
  });
}
