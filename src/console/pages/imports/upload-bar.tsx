import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { UploadProgress } from '../../api/upload.ts';
import { t } from '../../i18n/translate.ts';
import { formatBytes } from '../../ui/format-bytes.ts';

/** Shows the progress of an upload, with a button to cancel it. */
export function UploadBar(props: { readonly progress: UploadProgress; readonly onCancel: () => void }) {
  const { sentBytes, totalBytes } = props.progress;
  const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {sentBytes < totalBytes
            ? t('Uploading: {sent} of {total}, {percent} %', {
                sent: formatBytes(sentBytes),
                total: formatBytes(totalBytes),
                percent,
              })
            : t('Uploaded. Processing…')}
        </Text>
        <Button size="xs" variant="default" onClick={props.onCancel}>
          {t('Cancel upload')}
        </Button>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={t('Upload')} />
      </Progress.Root>
    </Stack>
  );
}
