import { Button, Group, Stack, Text } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../dialog.tsx';

/** An action that cannot be undone, in words. */
export interface ConfirmRequest {
  readonly title: string;
  readonly text: string;
  readonly verb: string;
  readonly onConfirm: () => void;
}

/** Shows the question of `confirmAction`. */
export default function ConfirmDialog(props: {
  readonly question: ConfirmRequest;
  readonly onClose: () => void;
}) {
  const { question, onClose } = props;
  return (
    <Dialog title={question.title} onClose={onClose} size="sm">
      <Stack>
        <Text>{question.text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            data-danger
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
