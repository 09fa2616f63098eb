import { errorMessage, errorTitle, unexpectedErrorRequestId } from '../../api/api-error.ts';
import { t } from '../../i18n/translate.ts';
import { showToast } from './toasts.tsx';

/** Shows a success notification, with a button where something can be done about it, such as *Undo*. */
export const notifySuccess = (
  message: string,
  action?: { readonly label: string; readonly run: () => void },
): void => showToast({ tone: 'ok', message, action });

/** Shows that there was nothing to do, which is no success. */
export const notifyInfo = (message: string): void => showToast({ tone: 'info', message });

/** Shows an error notification; it stays until it is closed. An unexpected one offers the id of its request. */
export function notifyError(error: unknown): void {
  const requestId = unexpectedErrorRequestId(error);
  showToast({
    tone: 'error',
    title: errorTitle(error) ?? t('Something went wrong'),
    message: errorMessage(error),
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
