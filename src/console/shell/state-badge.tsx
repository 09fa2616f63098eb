import { Badge } from '@mantine/core';

const COLORS: Readonly<Record<string, string>> = {
  active: 'green',
  succeeded: 'green',
  completed: 'green',
  published: 'green',
  running: 'blue',
  validating: 'blue',
  queued: 'gray',
  pending: 'blue',
  draft: 'gray',
  retrying: 'orange',
  failing: 'orange',
  'completed with errors': 'orange',
  'in review': 'orange',
  paused: 'orange',
  failed: 'red',
  dead: 'red',
  disabled: 'red',
  revoked: 'red',
};

/** A state in plain words; its colour only repeats what the word says. */
export function StateBadge({ state }: { readonly state: string }) {
  const words = inWords(state);
  return (
    <Badge variant="dot" color={COLORS[words] ?? 'gray'} tt="none" miw="max-content">
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </Badge>
  );
}

/** `COMPLETED_WITH_ERRORS` as people write it. */
export const inWords = (value: string): string => value.toLowerCase().replaceAll('_', ' ');
