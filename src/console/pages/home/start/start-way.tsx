import { Button, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import type { TargetInput } from './target-fields.tsx';

/** Props of a way that needs a channel. */
export interface WayProps {
  /** Channel to create; null where there is one. */
  readonly target: TargetInput | null;
  readonly isDisabled: boolean;
}

/** Shows a way to begin, with the button that goes it. */
export function StartWay(props: {
  readonly title: string;
  readonly description: string;
  readonly action: string;
  readonly isDisabled: boolean;
  readonly run: () => Promise<void>;
}) {
  const { title, description, action, isDisabled, run } = props;
  const running = useMutation({ mutationFn: run });
  return (
    <>
      {running.error === null ? null : <ErrorAlert error={running.error} />}
      <div className="start-way">
        <div>
          <Title order={3}>{title}</Title>
          <Text c="dimmed">{description}</Text>
        </div>
        <Button
          variant="default"
          disabled={isDisabled}
          loading={running.isPending}
          onClick={() => running.mutate()}
        >
          {action}
        </Button>
      </div>
    </>
  );
}
