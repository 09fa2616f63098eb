import { modals } from '@mantine/modals';

/** Asks for confirmation of an action that cannot be undone. */
export function confirmFirst(question: {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly onConfirm: () => void;
}): void {
  modals.openConfirmModal({
    title: question.title,
    children: question.text,
    labels: { confirm: question.verb, cancel: 'Cancel' },
    confirmProps: { color: 'red.9' },
    closeButtonProps: { 'aria-label': 'Close' },
    onConfirm: question.onConfirm,
  });
}
