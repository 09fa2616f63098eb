import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../dialog.tsx';

/** A question before an action, in words. */
export interface ConfirmRequest {
  readonly title: string;
  readonly text: string;
  /** Returns what the question is about, in full; a link in it calls `onClose`. */
  readonly details?: (onClose: () => void) => ReactNode;
  readonly verb: string;
  /** False if nothing is lost: then Enter confirms. */
  readonly isDanger?: false;
  readonly onConfirm: () => void;
}

/** Shows the question of `confirmAction`. */
export default function ConfirmDialog(props: {
  readonly question: ConfirmRequest;
  readonly onClose: () => void;
}) {
  const { question, onClose } = props;
  const { details, isDanger = true } = question;
  return (
    <Dialog title={question.title} onClose={onClose} size={details === undefined ? 'sm' : 'lg'}>
      <Stack>
        <Text>{question.text}</Text>
        {details?.(onClose)}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            data-danger={isDanger || undefined}
            data-autofocus={!isDanger || undefined}
            onClick={() => {
              onClose();
              question.onConfirm();
            }}
          >
            {question.verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
