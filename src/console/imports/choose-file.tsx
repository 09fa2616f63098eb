import { NativeSelect, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import type { Profile } from './import-documents.ts';

/** The most that the server takes. */
const MAXIMUM_BYTES = 1_000_000_000;

/** Which file, and how files of its kind are read. */
export function ChooseFile(props: {
  readonly profiles: readonly Profile[];
  readonly profile: string;
  readonly file: File | null;
  readonly onProfile: (code: string) => void;
  readonly onFile: (file: File) => void;
}) {
  const { profiles, profile, file, onProfile, onFile } = props;
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
          if (first !== undefined) onFile(first);
        }}
        inputProps={{ 'aria-label': 'File to import' }}
        aria-label="Choose a file, or drop it here"
      >
        <Text ta="center" fw={600}>
          {file === null ? 'Drop a file here, or press to choose one' : file.name}
        </Text>
        <Text ta="center" size="sm">
          {file === null ? 'CSV or lines of JSON, up to 1 GB' : `${Math.ceil(file.size / 1_000)} kB`}
        </Text>
      </Dropzone>
    </Stack>
  );
}
