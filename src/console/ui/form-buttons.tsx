import { Button, Group } from '@mantine/core';
import { t } from '../language/t.ts';

/** The buttons at the end of a form: cancel and submit. */
export function FormButtons(props: {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={props.onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" loading={props.isBusy}>
        {props.submit}
      </Button>
    </Group>
  );
}
