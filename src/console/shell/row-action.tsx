import { Button } from '@mantine/core';

/** A button of a row; its name for screen readers says which row it is about. */
export function RowAction(props: {
  readonly verb: string;
  readonly about: string;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={props.isBusy ?? false}
      aria-label={`${props.verb} ${props.about}`}
      onClick={props.onClick}
    >
      {props.verb}
    </Button>
  );
}
