import { Button, Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { settled } from '../api/problem.ts';
import { request } from '../api/request.ts';
import { Page } from '../shell/page.tsx';
import { EmptyNote, Loaded } from '../shell/states.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ColumnTable } from './column-table.tsx';
import { readBeginning } from './file-beginning.ts';
import { PREVIEW, type Profile, profilesQuery } from './import-documents.ts';
import { type Choices, mappingOf } from './mapping.ts';
import { RowPreview } from './row-preview.tsx';
import { RunImport } from './run-import.tsx';

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
          const usable = all.filter(({ direction, format }) => direction !== 'EXPORT' && format !== 'XLSX');
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
  const [choices, setChoices] = useState<Choices>({});
  const profile = profiles.find((candidate) => candidate.code === code) ?? first;
  return (
    <Stack>
      <Step title="1. The file">
        <ChooseFile
          profiles={profiles}
          profile={code}
          file={file}
          onProfile={(chosen) => {
            setCode(chosen);
            setChoices({});
          }}
          onFile={(chosen) => {
            setFile(chosen);
            setChoices({});
          }}
        />
      </Step>
      {file === null ? null : (
        <>
          <Step title="2. Its columns and first rows">
            <PreviewStep
              file={file}
              profile={profile}
              choices={choices}
              onChoose={(column, target) => setChoices((before) => ({ ...before, [column]: target }))}
            />
          </Step>
          <Step title="3. The import">
            <RunImport
              key={`${file.name} ${file.lastModified}`}
              file={file}
              profile={profile}
              profiles={profiles}
              choices={choices}
            />
          </Step>
        </>
      )}
    </Stack>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function PreviewStep(props: {
  readonly file: File;
  readonly profile: Profile;
  readonly choices: Choices;
  readonly onChoose: (column: string, target: string) => void;
}) {
  const { file, profile, choices, onChoose } = props;
  // What is tried; typing alone asks nothing.
  const [tried, setTried] = useState(choices);
  const query = useQuery({
    queryKey: ['preview', file.name, file.lastModified, file.size, profile.code, tried],
    queryFn: async ({ signal }) => {
      const text = await readBeginning(file);
      const input = { profile: profile.code, text, mapping: mappingOf(profile, tried) };
      return settled((await request(PREVIEW, { input }, signal)).previewImport);
    },
    placeholderData: (before) => before,
  });
  return (
    <Loaded query={query} what="the first rows">
      {(preview) => (
        <Stack>
          <ColumnTable preview={preview} choices={choices} onChoose={onChoose} />
          <Button
            w="fit-content"
            variant="default"
            loading={query.isFetching}
            onClick={() => setTried(choices)}
          >
            Look again
          </Button>
          <RowPreview preview={preview} />
        </Stack>
      )}
    </Loaded>
  );
}
