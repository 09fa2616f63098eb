import { Button } from '@mantine/core';

/** Shows a button in a table row while the row is pointed at or has the focus; its accessible name includes the row. */
export function RowAction(props: {
  readonly verb: string;
  readonly about: string;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button
      className="row-action"
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
