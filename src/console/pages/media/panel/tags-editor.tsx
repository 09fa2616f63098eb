import { TagsInput } from '@mantine/core';
import type { EditorProps } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import { MAX_TAG_LENGTH } from '../media-texts.ts';

/** Edits the tags of a file: Enter or a comma ends one. */
export const TagsEditor = ({ label, error, value, isDisabled, onChange }: EditorProps<readonly string[]>) => (
  <TagsInput
    label={label}
    error={error}
    value={[...value]}
    disabled={isDisabled}
    maxLength={MAX_TAG_LENGTH}
    clearable
    acceptValueOnBlur
    clearButtonProps={{ 'aria-label': t('Clear') }}
    onChange={onChange}
  />
);
