import { Button, Group } from '@mantine/core';
import { t } from '../../i18n/translate.ts';

/** Shows the buttons at the end of a form: cancel and submit. */
export function FormButtons(props: {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  /** Reason why nothing can be submitted. */
  readonly why?: string | undefined;
  readonly onCancel: () => void;
  /** Label of the first button, where it cancels nothing. */
  readonly cancel?: string | undefined;
}) {
  return (
    <Group justify="flex-end">
      {props.why === undefined ? null : <span className="quiet">{props.why}</span>}
      <Button variant="default" onClick={props.onCancel}>
        {props.cancel ?? t('Cancel')}
      </Button>
      <Button type="submit" loading={props.isBusy} disabled={props.isDisabled === true}>
        {props.submit}
      </Button>
    </Group>
  );
}
