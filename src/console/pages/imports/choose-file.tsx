import { Input, NativeSelect, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import type { Profile } from './import-documents.ts';
import { MAX_UPLOAD_BYTES } from './source-file.ts';

/** Shows the file and the profile to import it with. */
export function ChooseFile(props: {
  readonly profiles: readonly Profile[];
  readonly profile: string;
  readonly file: File | null;
  readonly onProfile: (code: string) => void;
  readonly onFile: (file: File) => void;
}) {
  const { profiles, profile, file, onProfile, onFile } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <Stack maw={720}>
      <NativeSelect
        label={t('Profile')}
        description={t('Defines the format and the column mapping.')}
        data={profiles.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }))}
        value={profile}
        onChange={({ currentTarget }) => onProfile(currentTarget.value)}
      />
      <Dropzone
        multiple={false}
        maxSize={MAX_UPLOAD_BYTES}
        onDrop={(files) => {
          const [first] = files;
          setRefusal(null);
          if (first !== undefined) onFile(first);
        }}
        onReject={([first]) =>
          setRefusal(
            (first?.file.size ?? 0) > MAX_UPLOAD_BYTES
              ? t('{name} is too large ({size}). The limit is {limit}. Split the file.', {
                  name: first?.file.name,
                  size: formatBytes(first?.file.size ?? 0),
                  limit: formatBytes(MAX_UPLOAD_BYTES),
                })
              : t('Choose only one file.'),
          )
        }
        inputProps={{ 'aria-label': t('File to import') }}
        aria-label={t('Choose a file or drop it here')}
      >
        <Text ta="center" fw={600}>
          {file === null ? t('Drop a file here or click to browse') : file.name}
        </Text>
        <Text ta="center" size="sm">
          {file === null
            ? t('CSV, Excel (.xlsx) or JSON Lines, up to {limit}', { limit: formatBytes(MAX_UPLOAD_BYTES) })
            : formatBytes(file.size)}
        </Text>
      </Dropzone>
      {refusal === null ? null : <Input.Error role="alert">{refusal}</Input.Error>}
    </Stack>
  );
}
