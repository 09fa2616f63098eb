import { Button, Group } from '@mantine/core';

/** How a form ends: away from it, or on with it. */
export function FormButtons(props: {
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={props.isBusy}>
        {props.submit}
      </Button>
    </Group>
  );
}
