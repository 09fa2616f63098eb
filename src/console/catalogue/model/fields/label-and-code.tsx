import { TextInput } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';

/** Edits the label and the code of an object that is created; the label has the focus. */
export function LabelAndCode(props: {
  readonly labelTitle: string;
  readonly label: string;
  readonly code: string;
  /** States which characters a code has. */
  readonly codeHint: string;
  readonly codeError: string | undefined;
  readonly onLabel: (label: string) => void;
  /** Called with the typed code; null where it is made of the label again. */
  readonly onCode: (code: string | null) => void;
}) {
  const { labelTitle, label, code, codeHint, codeError, onLabel, onCode } = props;
  return (
    <>
      <TextInput
        label={labelTitle}
        data-autofocus
        maxLength={255}
        value={label}
        onChange={({ currentTarget }) => onLabel(currentTarget.value)}
      />
      <TextInput
        label={t('Code')}
        description={codeHint}
        value={code}
        error={codeError}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => onCode(value === '' ? null : value)}
      />
    </>
  );
}
