import { notifications } from '@mantine/notifications';
import { messageOf } from '../api/failure.ts';

/** Shows a success notification. */
export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 5_000, closeButtonProps: CLOSE });
}

/** Shows an error notification; it stays until it is closed. */
export function notifyError(error: unknown): void {
  notifications.show({
    title: 'Something went wrong',
    message: messageOf(error),
    color: 'red',
    autoClose: false,
    closeButtonProps: CLOSE,
  });
}

const CLOSE = { 'aria-label': 'Close notification' };
