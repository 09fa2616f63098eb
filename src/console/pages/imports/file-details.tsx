import { Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import type { Format, FormatOverrides, Preview, Profile } from './import-documents.ts';

const ENCODINGS = [
  { value: '', label: t('Automatic') },
  { value: 'WINDOWS_1252', label: t('Windows-1252 (Western European)') },
  { value: 'WINDOWS_1250', label: t('Windows-1250 (Central European)') },
  { value: 'WINDOWS_1251', label: t('Windows-1251 (Cyrillic)') },
  { value: 'WINDOWS_1253', label: t('Windows-1253 (Greek)') },
  { value: 'WINDOWS_1254', label: t('Windows-1254 (Turkish)') },
  { value: 'MACINTOSH', label: t('Mac OS Roman') },
  { value: 'ISO_8859_1', label: t('ISO 8859-1') },
  { value: 'UTF_16LE', label: t('UTF-16 LE') },
  { value: 'UTF_16BE', label: t('UTF-16 BE') },
] as const;
const DELIMITERS = [
  { value: '', label: t('Automatic') },
  { value: ',', label: t('Comma (,)') },
  { value: ';', label: t('Semicolon (;)') },
  { value: '\t', label: t('Tab') },
  { value: '|', label: t('Pipe (|)') },
];
const DECIMALS = [
  { value: '.', label: t('Point (.)') },
  { value: ',', label: t('Comma (,)') },
];

/** Edits the format options of this file that override those of the profile; JSON Lines has none. */
export function FileDetails(props: {
  readonly format: Format;
  readonly profile: Profile;
  readonly options: FormatOverrides;
  /** The sheets of a workbook. */
  readonly sheets: Preview['sheets'];
  readonly onChange: (options: FormatOverrides) => void;
}) {
  const { format, profile, options, sheets, onChange } = props;
  if (format === 'JSONL') return null;
  const now = { ...profile.options, ...options };
  const set = (change: FormatOverrides) => onChange({ ...options, ...change });
  return (
    <Group align="flex-end" gap="sm">
      {sheets.length < 2 ? null : (
        <NativeSelect
          label={t('Sheet')}
          size="xs"
          data={sheets.map(({ name, isHidden }) => ({
            value: name,
            label: isHidden ? `${name} (hidden)` : name,
          }))}
          value={sheets.find(({ isChosen }) => isChosen)?.name ?? ''}
          onChange={({ currentTarget }) => set({ sheet: currentTarget.value })}
        />
      )}
      <NumberInput
        label={t('Header row')}
        size="xs"
        w={120}
        min={1}
        max={1_000}
        allowDecimal={false}
        value={now.headerRow ?? 1}
        onChange={(row) => (Number(row) >= 1 ? set({ headerRow: Number(row) }) : undefined)}
      />
      {format === 'XLSX' ? null : (
        <>
          <NativeSelect
            label={t('Delimiter')}
            size="xs"
            data={DELIMITERS}
            value={now.delimiter ?? ''}
            onChange={({ currentTarget: { value } }) => set({ delimiter: value === '' ? null : value })}
          />
          <NativeSelect
            label={t('Encoding')}
            size="xs"
            data={[...ENCODINGS]}
            value={now.encoding ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ encoding: ENCODINGS.find((one) => one.value === value)?.value || null })
            }
          />
          <NativeSelect
            label={t('Decimal separator')}
            size="xs"
            data={DECIMALS}
            value={now.decimalSeparator ?? '.'}
            onChange={({ currentTarget }) => set({ decimalSeparator: currentTarget.value })}
          />
          <TextInput
            label={t('Date format')}
            size="xs"
            w={140}
            value={now.dateFormat ?? ''}
            onChange={({ currentTarget }) => set({ dateFormat: currentTarget.value })}
          />
        </>
      )}
    </Group>
  );
}
