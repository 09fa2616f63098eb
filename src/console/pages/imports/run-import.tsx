import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { JobChanges } from '../../catalogue/jobs/job-changes.tsx';
import { isFinished, type Job } from '../../catalogue/jobs/job-documents.ts';
import { JobProgress } from '../../catalogue/jobs/job-progress.tsx';
import { RowErrors } from '../../catalogue/jobs/row-errors.tsx';
import { useJob } from '../../catalogue/jobs/use-job.ts';
import { formatList } from '../../i18n/format-list.ts';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorAlert, QueryResult } from '../../ui/messages/states.tsx';
import { type Preview, type Profile, RUN_IMPORT } from './import-documents.ts';
import { buildMapping, buildRunMapping, convertedColumns, ignoredColumns } from './mapping.ts';
import { missingSetTitle } from './missing-attribute-set-alert.tsx';
import { SaveProfile } from './save-profile.tsx';
import { UploadBar } from './upload-bar.tsx';
import { type ImportSettings, importOverrides } from './use-preview.ts';
import type { Upload } from './use-upload.ts';

/** A dry run of the file, and the reading that it was of: for another mapping it is not valid. */
export interface DryRun {
  readonly id: string;
  readonly of: ImportSettings;
}

/** Runs the dry run and the import of the whole file; the file is uploaded once for both. */
export function RunImport(props: {
  /** It is null until the first one is there. */
  readonly preview: Preview | null;
  readonly reading: ImportSettings;
  readonly profiles: readonly Profile[];
  readonly upload: Upload;
  /** The last dry run. */
  readonly dryRun: DryRun | null;
  readonly onDryRun: (dryRun: DryRun) => void;
  /** Called when an import or dry run of the reading begins. */
  readonly onStart: () => void;
  readonly onProfile: (code: string) => void;
}) {
  const { preview, reading, profiles, upload, dryRun, onDryRun, onStart, onProfile } = props;
  const [isAsking, setIsAsking] = useState(false);
  const withoutSet = preview?.withoutAttributeSet ?? 0;
  const rows = preview?.rows ?? [];
  const ignored = preview === null ? [] : ignoredColumns(preview);
  const converted =
    preview === null ? [] : convertedColumns(preview, reading.mapping ?? buildMapping(reading.profile, {}));
  const allFail = rows.length > 0 && rows.every(({ outcome }) => outcome === 'FAILED');
  const router = useRouter();
  const tried = useJob(dryRun?.id ?? null).data;
  const expected = tried !== undefined && tried !== null && dryRun?.of === reading ? tried : null;
  const running = useMutation({
    mutationFn: async (isTry: boolean) => {
      const mapping = buildRunMapping(reading.profile, reading.mapping, preview);
      const overrides = importOverrides({ ...reading, mapping });
      onStart();
      const input = { uploadId: await upload.send(), dryRun: isTry, ...overrides };
      const { runProfile } = await request(RUN_IMPORT, { code: reading.profile.code, input });
      return { id: unwrapPayload(runProfile).job.id, of: reading };
    },
    onSuccess: ({ id, of }, isTry) => {
      if (isTry) return onDryRun({ id, of: of });
      return router.navigate({ to: '/jobs/$id', params: { id } });
    },
  });
  const { isPending, variables, error } = running;
  return (
    <Stack>
      {error === null || isPending ? null : (
        <ErrorAlert error={error} onRetry={() => running.mutate(variables ?? true)} />
      )}
      {converted.length + ignored.length === 0 ? null : (
        <Text size="sm" c="var(--ink-2)" component="div">
          {converted.length === 0 ? null : (
            <div>{t('Converted columns: {columns}', { columns: truncateNames(converted).join('; ') })}</div>
          )}
          {ignored.length === 0 ? null : (
            <div>{t('Ignored columns: {columns}', { columns: formatList(truncateNames(ignored)) })}</div>
          )}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          loading={isPending && variables}
          disabled={isPending}
          onClick={() => running.mutate(true)}
        >
          {t('Dry run')}
        </Button>
        <Button
          loading={isPending && !variables}
          disabled={isPending}
          onClick={() => (allFail || withoutSet > 0 ? setIsAsking(true) : running.mutate(false))}
        >
          {importButtonLabel(expected, reading)}
        </Button>
      </Group>
      <Dialog
        title={isAsking ? (allFail ? t('All previewed rows would fail') : missingSetTitle(withoutSet)) : null}
        onClose={() => setIsAsking(false)}
      >
        <Stack>
          <Text>
            {allFail
              ? t(
                  'Each of the {count, plural, one {# row} other {# rows}} of the preview would fail. Check the mapping first: the job would probably store nothing.',
                  { count: rows.length },
                )
              : t('Products without an attribute set cannot be completed or published.')}
          </Text>
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                setIsAsking(false);
                running.mutate(false);
              }}
            >
              {t('Import anyway')}
            </Button>
            <Button data-autofocus onClick={() => setIsAsking(false)}>
              {t('Check the mapping')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      {upload.progress === null ? null : <UploadBar progress={upload.progress} onCancel={upload.cancel} />}
      {dryRun?.of === reading ? <DryRunReport jobId={dryRun.id} /> : null}
      <SaveProfile reading={reading} profiles={profiles} onSaved={onProfile} />
    </Stack>
  );
}

/** Maximum number of columns that are named. */
const MAX_NAMED_COLUMNS = 10;

const truncateNames = (columns: readonly string[]): readonly string[] =>
  columns.length <= MAX_NAMED_COLUMNS
    ? columns
    : [
        ...columns.slice(0, MAX_NAMED_COLUMNS),
        t('{count} more', { count: columns.length - MAX_NAMED_COLUMNS }),
      ];

/** Returns the label of the button: the number of rows to import, after a dry run that rejected some. */
function importButtonLabel(tried: Job | null, { profile }: ImportSettings): string {
  if (tried === null || !isFinished(tried) || tried.failure !== null) return t('Import');
  const { processed, failed } = tried.progress;
  if (failed === 0 || failed === processed || profile.errorPolicy !== 'SKIP_ROWS') return t('Import');
  return t('Import {count, number} of {total, number} rows', { count: processed - failed, total: processed });
}

/** Shows the result of a dry run; nothing is stored. */
function DryRunReport({ jobId }: { readonly jobId: string }) {
  const query = useJob(jobId);
  return (
    <Stack>
      <Title order={3} size="h5">
        {t('Dry run result')}
      </Title>
      <QueryResult query={query} what={t('report')}>
        {(job) =>
          job === null ? null : (
            <>
              <JobProgress job={job} />
              {isFinished(job) && job.progress.failed > 0 ? (
                <RowErrors job={job} of={t('Dry run result')} />
              ) : null}
              <JobChanges job={job} order={4} />
            </>
          )
        }
      </QueryResult>
    </Stack>
  );
}
