import { messageOf } from '../../api/failure.ts';
import { t } from '../../language/t.ts';
import { showToast } from './toasts.tsx';

/** Shows a success notification, with a button where something can be done about it, such as *Undo*. */
export const notifySuccess = (
  message: string,
  action?: { readonly label: string; readonly run: () => void },
): void => showToast({ tone: 'ok', message, action });

/** Shows an error notification; it stays until it is closed. */
export const notifyError = (error: unknown): void =>
  showToast({ tone: 'error', title: t('Something went wrong'), message: messageOf(error) });
