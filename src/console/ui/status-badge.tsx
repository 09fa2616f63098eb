import { Badge } from '@mantine/core';

const COLORS: Readonly<Record<string, string>> = {
  active: 'green',
  succeeded: 'green',
  completed: 'green',
  published: 'green',
  created: 'green',
  updated: 'blue',
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

/** A status as text; the colour only repeats the text. */
export function StatusBadge({ state }: { readonly state: string }) {
  return (
    <Badge variant="dot" color={COLORS[inWords(state)] ?? 'gray'} tt="none" miw="max-content">
      {titled(state)}
    </Badge>
  );
}

/** `COMPLETED_WITH_ERRORS` → `completed with errors`. */
export const inWords = (value: string): string => value.toLowerCase().replaceAll('_', ' ');

/** `COMPLETED_WITH_ERRORS` → `Completed with errors`. */
export const titled = (value: string): string => {
  const words = inWords(value);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
