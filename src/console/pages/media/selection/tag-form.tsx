import { Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { MAX_TAG_LENGTH } from '../media-texts.ts';

/** Adds tags to several files and removes others. Enter takes a tag, and saves while none is typed. */
export function TagForm(props: {
  readonly count: number;
  /** Tags that are suggested. */
  readonly tags: readonly string[];
  readonly onSave: (added: readonly string[], removed: readonly string[]) => void;
  readonly onCancel: () => void;
}) {
  const { count, tags, onSave, onCancel } = props;
  const [added, setAdded] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const shared = { data: [...tags], clearable: true, maxLength: MAX_TAG_LENGTH, acceptValueOnBlur: true };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (added.length + removed.length > 0) onSave(added, removed);
      }}
    >
      <Stack gap="sm">
        <TagsInput
          {...shared}
          data-autofocus
          label={t('Add')}
          value={[...added]}
          onChange={setAdded}
          clearButtonProps={{ 'aria-label': t('Clear') }}
        />
        <TagsInput
          {...shared}
          label={t('Remove')}
          value={[...removed]}
          onChange={setRemoved}
          clearButtonProps={{ 'aria-label': t('Clear') }}
        />
        <FormButtons
          submit={t('Change tags of {count, plural, one {# file} other {# files}}', { count })}
          isBusy={false}
          isDisabled={added.length + removed.length === 0}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
