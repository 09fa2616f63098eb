import { Input, NativeSelect, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useState } from 'react';
import { inBytes } from '../shell/in-bytes.ts';
import type { Profile } from './import-documents.ts';
import { MAXIMUM_BYTES } from './source-file.ts';

/** Which file, and how files of its kind are read. */
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
    <Stack>
      <NativeSelect
        label="Profile"
        description="How files of this kind are read."
        data={profiles.map(({ code, label }) => ({ value: code, label: `${label} (${code})` }))}
        value={profile}
        onChange={({ currentTarget }) => onProfile(currentTarget.value)}
      />
      <Dropzone
        multiple={false}
        maxSize={MAXIMUM_BYTES}
        onDrop={(files) => {
          const [first] = files;
          setRefusal(null);
          if (first !== undefined) onFile(first);
        }}
        onReject={([first]) =>
          setRefusal(
            (first?.file.size ?? 0) > MAXIMUM_BYTES
              ? `${first?.file.name} has ${inBytes(first?.file.size ?? 0)}; up to ${inBytes(MAXIMUM_BYTES)} are taken. Part it in two.`
              : 'One file at a time.',
          )
        }
        inputProps={{ 'aria-label': 'File to import' }}
        aria-label="Choose a file, or drop it here"
      >
        <Text ta="center" fw={600}>
          {file === null ? 'Drop a file here, or press to choose one' : file.name}
        </Text>
        <Text ta="center" size="sm">
          {file === null
            ? `CSV, an Excel workbook (.xlsx) or lines of JSON, up to ${inBytes(MAXIMUM_BYTES)}`
            : inBytes(file.size)}
        </Text>
      </Dropzone>
      {refusal === null ? null : <Input.Error role="alert">{refusal}</Input.Error>}
    </Stack>
  );
}
