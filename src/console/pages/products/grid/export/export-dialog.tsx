import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { localeName } from '../../../../i18n/locale-name.ts';
import { t } from '../../../../i18n/translate.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorAlert } from '../../../../ui/messages/states.tsx';
import { ExportReport } from './export-report.tsx';
import {
  type Export,
  type ExportOptions,
  type ExportRequest,
  readLastOptions,
  useExport,
} from './use-export.ts';

/** Shows the choices of an export, then its progress and the file. */
export function ExportDialog(props: {
  /** Running or finished export; null if there is none. */
  readonly exported: ExportRequest | null;
  readonly onClose: () => void;
}) {
  const exporting = useExport(props.exported);
  const { jobId, again } = exporting;
  const close = () => {
    props.onClose();
    again();
  };
  return (
    <Dialog
      title={
        props.exported === null
          ? null
          : t('Export {count, plural, one {# product} other {# products}}', { count: props.exported.count })
      }
      onClose={close}
    >
      {jobId === null ? (
        <ChooseExport exporting={exporting} textLocales={props.exported?.textLocales} onClose={close} />
      ) : (
        <ExportReport key={jobId} jobId={jobId}>
          <Button variant="default" onClick={again}>
            {t('Export again')}
          </Button>
        </ExportReport>
      )}
    </Dialog>
  );
}

function ChooseExport(props: {
  readonly exporting: Export;
  readonly textLocales: readonly string[] | undefined;
  readonly onClose: () => void;
}) {
  const { isStarting, error, start } = props.exporting;
  const { textLocales } = props;
  const [choice, setChoice] = useState((): ExportOptions => {
    const last = readLastOptions();
    return textLocales === undefined ? last : { ...last, columns: 'shown' };
  });
  const choose = (part: Partial<ExportOptions>) => setChoice({ ...choice, ...part });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start(choice);
      }}
    >
      <Stack>
        {error === null || isStarting ? null : <ErrorAlert error={error} onRetry={() => start(choice)} />}
        <Radio.Group
          label={t('Format')}
          value={choice.format}
          onChange={(value) => choose({ format: value === 'XLSX' ? 'XLSX' : 'CSV' })}
        >
          <Stack gap={6} mt={4}>
            <Radio value="CSV" label={t('CSV')} />
            <Radio value="XLSX" label={t('Excel (.xlsx)')} />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('Columns')}
          value={choice.columns}
          onChange={(value) => choose({ columns: value === 'all' ? 'all' : 'shown' })}
        >
          <Stack gap={6} mt={4}>
            <Radio
              value="shown"
              label={
                textLocales === undefined
                  ? t('Those of the grid')
                  : t('Texts in {locales}', { locales: textLocales.map(localeName).join(', ') })
              }
              description={
                textLocales === undefined
                  ? t('With SKU and name, without readiness and times.')
                  : t('A column for each text and locale.')
              }
            />
            <Radio
              value="all"
              label={t('All')}
              description={t('Every value that the products have, in all channels and locales.')}
            />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t('Names and values')}
          value={choice.hasLabels ? 'labels' : 'codes'}
          onChange={(value) => choose({ hasLabels: value === 'labels' })}
        >
          <Stack gap={6} mt={4}>
            <Radio
              value="codes"
              label={t('Codes')}
              description={t('You can change the file and import it again without a mapping.')}
            />
            <Radio
              value="labels"
              label={t('Labels')}
              description={t('In the language of this page. An import maps the columns by their names.')}
            />
          </Stack>
        </Radio.Group>
        <Checkbox
          label={t('Include inherited values')}
          description={t(
            'Otherwise they are on the row of the model only. An import ignores them while they are unchanged.',
          )}
          checked={choice.includeInherited}
          onChange={({ currentTarget }) => choose({ includeInherited: currentTarget.checked })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isStarting} data-autofocus>
            {t('Export')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
