import { messageOf } from '../../api/failure.ts';
import { t } from '../../language/t.ts';
import { showToast } from './toasts.tsx';

/** Shows a success notification. */
export const notifySuccess = (message: string): void => showToast({ tone: 'ok', message });

/** Shows an error notification; it stays until it is closed. */
export const notifyError = (error: unknown): void =>
  showToast({ tone: 'error', title: t('Something went wrong'), message: messageOf(error) });
