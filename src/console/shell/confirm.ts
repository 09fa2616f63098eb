import { modals } from '@mantine/modals';

/** Asks before something that cannot be undone. */
export function confirmFirst(question: {
  readonly title: string;
  readonly words: string;
  readonly verb: string;
  readonly onConfirm: () => void;
}): void {
  modals.openConfirmModal({
    title: question.title,
    children: question.words,
    labels: { confirm: question.verb, cancel: 'Cancel' },
    confirmProps: { color: 'red.9' },
    closeButtonProps: { 'aria-label': 'Close' },
    onConfirm: question.onConfirm,
  });
}
