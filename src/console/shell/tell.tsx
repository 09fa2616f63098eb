import { notifications } from '@mantine/notifications';
import { messageOf } from '../api/failure.ts';

/** Says in a corner that something was done. */
export function tellDone(message: string): void {
  notifications.show({ message, color: 'green', autoClose: 5_000, closeButtonProps: CLOSE });
}

/** Says in a corner why something was not done; stays until it is closed. */
export function tellFailure(error: unknown): void {
  notifications.show({
    title: 'This did not work',
    message: messageOf(error),
    color: 'red',
    autoClose: false,
    closeButtonProps: CLOSE,
  });
}

const CLOSE = { 'aria-label': 'Close this message' };
