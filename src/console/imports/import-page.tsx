import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Page } from '../shell/page.tsx';
import { EmptyNote, Loaded } from '../shell/states.tsx';
import { ChooseFile } from './choose-file.tsx';
import { FileSteps } from './file-steps.tsx';
import { type Profile, profilesQuery } from './import-documents.ts';
import { ImportStep } from './import-step.tsx';

/** Brings a file in: choose it, say what its columns mean, try it, import it. */
export function ImportPage() {
  const profiles = useQuery(profilesQuery);
  return (
    <Page
      title="Import"
      intro="Brings products and more in from a file. Nothing is stored before you say so."
    >
      <Loaded query={profiles} what="profiles">
        {(all) => {
          const usable = all.filter(({ direction }) => direction !== 'EXPORT');
          const [first] = usable;
          return first === undefined ? (
            <EmptyNote title="There is no profile">Make one by REST or GraphQL first.</EmptyNote>
          ) : (
            <ImportSteps profiles={usable} first={first} />
          );
        }}
      </Loaded>
    </Page>
  );
}

function ImportSteps({
  profiles,
  first,
}: {
  readonly profiles: readonly Profile[];
  readonly first: Profile;
}) {
  const [code, setCode] = useState(first.code);
  const [file, setFile] = useState<File | null>(null);
  const profile = profiles.find((candidate) => candidate.code === code) ?? first;
  return (
    <Stack>
      <ImportStep title="1. The file">
        <ChooseFile profiles={profiles} profile={code} file={file} onProfile={setCode} onFile={setFile} />
      </ImportStep>
      {file === null ? null : (
        <FileSteps
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          profile={profile}
          profiles={profiles}
          onProfile={setCode}
        />
      )}
    </Stack>
  );
}
