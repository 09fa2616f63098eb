import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { UploadProgress } from '../api/upload.ts';
import { inBytes } from '../shell/in-bytes.ts';

/** How much of a file is on the server, with a button that stops it. */
export function UploadBar(props: { readonly progress: UploadProgress; readonly onCancel: () => void }) {
  const { sentBytes, totalBytes } = props.progress;
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {sentBytes < totalBytes
            ? `Sending: ${inBytes(sentBytes)} of ${inBytes(totalBytes)}, ${percent} %`
            : 'Sent; the server keeps it …'}
        </Text>
        <Button size="xs" variant="default" onClick={props.onCancel}>
          Cancel the upload
        </Button>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label="Upload" />
      </Progress.Root>
    </Stack>
  );
}
