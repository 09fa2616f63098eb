import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCanEdit } from '../../api/workspace.ts';
import { clearPendingFile, getPendingFile } from '../../catalogue/jobs/pending-import-file.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { type Profile, profilesQuery } from './import-documents.ts';
import { ImportStep } from './import-step.tsx';

const FileSteps = lazyComponent(async () => (await import('./file-steps.tsx')).FileSteps, null);
const ChooseFile = lazyComponent(async () => (await import('./choose-file.tsx')).ChooseFile, null);

/** Imports a file: choose, map, dry run, import. */
export function ImportPage() {
  const mayEdit = useCanEdit();
  const profiles = useQuery({ ...profilesQuery, enabled: mayEdit });
  return (
    <Page
      title={t('Import')}
      intro={t('Import products and other data from a file. Nothing is stored until you start the import.')}
    >
      {mayEdit ? (
        <QueryResult query={profiles} what={t('profiles')} shape="form">
          {(all) => {
            const usable = all.filter(({ direction }) => direction !== 'EXPORT');
            const [first] = usable;
            return first === undefined ? (
              <EmptyState title={t('No import profiles')} area="jobs">
                {t('Ask an owner or admin to create one.')}
              </EmptyState>
            ) : (
              <ImportSteps profiles={usable} first={first} />
            );
          }}
        </QueryResult>
      ) : (
        <EmptyState title={t('Your role can read, but not import')} area="jobs">
          {t('Ask an owner or admin to change it.')}
        </EmptyState>
      )}
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
  const [file, setFile] = useState<File | null>(getPendingFile);
  useEffect(clearPendingFile, []);
  const profile = profiles.find((candidate) => candidate.code === code) ?? first;
  return (
    <Stack>
      <ImportStep title={t('1. File')}>
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
