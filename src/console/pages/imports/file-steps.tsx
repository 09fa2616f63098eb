import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { meQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { ErrorAlert, Loading } from '../../ui/messages/states.tsx';
import { ColumnTable } from './columns/column-table.tsx';
import { FileDetails } from './file-details.tsx';
import type { FormatOverrides, Profile } from './import-documents.ts';
import { ImportStep } from './import-step.tsx';
import {
  buildMapping,
  type ColumnChoice,
  columnTransformErrors,
  columnTransforms,
  type MappingChoices,
  withSuggestions,
} from './mapping.ts';
import { MissingAttributeSetAlert } from './missing-attribute-set-alert.tsx';
import { RowPreview } from './row-preview.tsx';
import { type DryRun, RunImport } from './run-import.tsx';
import { detectFormat, isFullyRead, isUnicode } from './source-file.ts';
import { findStoredChoices, mappingKey, storeChoices } from './stored-mapping-choices.ts';
import { UploadBar } from './upload-bar.tsx';
import { type ImportSettings, usePreview } from './use-preview.ts';
import { type Upload, useUpload } from './use-upload.ts';

interface Props {
  readonly file: File;
  readonly profile: Profile;
  readonly profiles: readonly Profile[];
  readonly onProfile: (code: string) => void;
}

interface StepProps extends Props {
  readonly upload: Upload;
  /** True if the server reads the file for previews; else its start is sent as text. */
  readonly isOnServer: boolean;
}

/** Shows mapping and import of the chosen file. */
export function FileSteps(props: Props) {
  const { file, profile } = props;
  const upload = useUpload(file);
  const format = detectFormat(file, profile);
  const isOpen = format === 'CSV' && profile.options.encoding === null;
  const { data: isReadable = true, isPending } = useQuery({
    queryKey: ['unicode', file.name, file.lastModified, file.size],
    queryFn: () => isUnicode(file),
    enabled: isOpen,
  });
  if (isOpen && isPending) return null;
  const steps = { ...props, upload, isOnServer: format === 'XLSX' || !isReadable };
  return steps.isOnServer ? <UploadedSteps {...steps} /> : <MappingSteps key={profile.code} {...steps} />;
}

/** Uploads the file first: the server reads workbooks, and finds out the encoding of texts. */
function UploadedSteps(props: StepProps) {
  const { send, id, error, progress, cancel } = props.upload;
  useEffect(() => {
    // `upload.error` has the error.
    send().catch(() => {});
  }, [send]);
  if (id !== null) return <MappingSteps key={props.profile.code} {...props} />;
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void send().catch(() => {})} />;
  return progress === null ? null : <UploadBar progress={progress} onCancel={cancel} />;
}

function MappingSteps(props: StepProps) {
  const { file, profile, profiles, upload, isOnServer, onProfile } = props;
  const [choices, setChoices] = useState<MappingChoices>({});
  const [options, setOptions] = useState<FormatOverrides>({});
  const reading = useMemo<ImportSettings>(() => {
    const isChanged = Object.keys(choices).length > 0;
    return { file, profile, mapping: isChanged ? buildMapping(profile, choices) : null, options };
  }, [file, profile, choices, options]);
  const format = detectFormat(file, profile);
  const tried = usePreview(reading, isOnServer ? upload.id : null);
  const { preview, error, failure } = tried;
  const [dryRun, setDryRun] = useState<DryRun | null>(null);
  const [suggested, setSuggested] = useState<MappingChoices>({});
  const choose = (column: string, choice: ColumnChoice) =>
    setChoices((before) => {
      const { transforms, ...target } = before[column] ?? {};
      // Suggestions for one target do not fit another.
      const isKept = choice.target === undefined || transforms !== suggested[column]?.transforms;
      const currentTransforms = isKept && transforms !== undefined ? { transforms } : {};
      return { ...before, [column]: { ...target, ...currentTransforms, ...choice } };
    });
  const { data: me } = useQuery(meQuery);
  const organizationId = me?.organization.id ?? '';
  const inFile = (preview?.columns ?? []).filter(({ isInFile }) => isInFile).map(({ column }) => column);
  const key = mappingKey(profile.code, inFile);
  const lookedUp = useRef('');
  const [kept, setKept] = useState<MappingChoices | null>(null);
  useEffect(() => {
    if (preview === null) return;
    const storedChoices = lookedUp.current === key ? null : findStoredChoices(organizationId, key);
    lookedUp.current = key;
    if (storedChoices !== null) setKept(storedChoices);
    const next = withSuggestions(profile, storedChoices ?? choices, preview);
    if (next === choices) return;
    const added = Object.entries(next).filter(([column, choice]) => choice !== choices[column]);
    setSuggested((before) => ({ ...before, ...Object.fromEntries(added) }));
    setChoices(next);
  }, [preview, profile, choices, organizationId, key]);
  const lowerHeader = options.headerRow === undefined ? (preview?.suggestedHeaderRow ?? null) : null;
  useEffect(() => {
    if (lowerHeader !== null) setOptions((before) => ({ ...before, headerRow: lowerHeader }));
  }, [lowerHeader]);
  const faultsOf = (column: string) => columnTransformErrors(failure, tried.mapping ?? [], column);
  const isAboutTransforms = (failure?.faults ?? []).some(({ path }) => path.includes('transform'));
  return (
    <>
      <ImportStep title={t('2. Mapping')}>
        <Stack aria-busy={tried.isBusy}>
          <FileDetails
            format={format}
            profile={profile}
            options={options}
            sheets={preview?.sheets ?? []}
            onChange={setOptions}
          />
          {error === null || isAboutTransforms ? null : <ErrorAlert error={error} onRetry={tried.refetch} />}
          {preview === null ? (
            error === null && <Loading what={t('preview')} />
          ) : (
            <>
              {kept === null ? null : (
                <Text size="sm" c="var(--ink-2)">
                  {t('Mapped as in your last import of a file with these columns.')}{' '}
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => {
                      setKept(null);
                      setChoices({});
                    }}
                  >
                    {t('Start over')}
                  </button>
                </Text>
              )}
              {preview.columns.length === 0 ? null : (
                <ColumnTable
                  preview={preview}
                  resource={profile.resource}
                  choices={choices}
                  transformsOf={(column) => columnTransforms(profile, choices, column)}
                  unsuggested={(column) =>
                    suggested[column]?.transforms !== undefined &&
                    suggested[column].transforms === choices[column]?.transforms
                      ? columnTransforms(profile, {}, column)
                      : null
                  }
                  faultsOf={faultsOf}
                  isCurrent={tried.isCurrent}
                  onChoose={choose}
                />
              )}
              <RowPreview
                preview={preview}
                isWhole={isOnServer || isFullyRead(file)}
                isBrief={dryRun?.of === reading}
              />
              <MissingAttributeSetAlert preview={preview} onChoose={choose} />
            </>
          )}
        </Stack>
      </ImportStep>
      {preview === null && error !== null ? null : (
        <ImportStep title={t('3. Import')}>
          <RunImport
            preview={preview}
            reading={reading}
            profiles={profiles}
            upload={upload}
            dryRun={dryRun}
            onDryRun={setDryRun}
            onStart={() => storeChoices(organizationId, key, choices)}
            onProfile={onProfile}
          />
        </ImportStep>
      )}
    </>
  );
}
