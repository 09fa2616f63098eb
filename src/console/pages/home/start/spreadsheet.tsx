import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { loadScript } from '../../../api/load-script.ts';
import { t } from '../../../i18n/translate.ts';
import { StartWay, type WayProps } from './start-way.tsx';

/** Begins with a spreadsheet: uploads it, and opens the page with what its columns become. */
export function Spreadsheet({ target, isDisabled }: WayProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  /** Resolves with the chosen file; null if none is chosen. */
  const choose = () =>
    new Promise<File | null>((resolve) => {
      const field = input.current;
      if (field === null) return resolve(null);
      field.value = '';
      field.onchange = () => resolve(field.files?.[0] ?? null);
      field.oncancel = () => resolve(null);
      field.click();
    });
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.json,.xml"
        aria-label={t('Spreadsheet of your products')}
      />
      <StartWay
        title={t('Spreadsheet')}
        description={t(
          'A CSV file or workbook with a row for each product. You see what each column becomes before anything is created.',
        )}
        action={t('Choose a file')}
        isDisabled={isDisabled}
        run={async () => {
          const file = await choose();
          if (file === null) return;
          const { uploadFile } = await loadScript(() => import('../../../api/upload.ts'));
          const uploadId = await uploadFile(file, {});
          const scope =
            target === null
              ? {}
              : {
                  label: target.label,
                  locales: target.locales.join(','),
                  currencies: target.currencies.join(','),
                };
          await navigate({
            to: '/proposals/$uploadId',
            params: { uploadId },
            search: { name: file.name, ...scope },
          });
        }}
      />
    </>
  );
}
