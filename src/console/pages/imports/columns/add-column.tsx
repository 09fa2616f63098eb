import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../i18n/translate.ts';

/** Adds a column that is not in the file, with the same value in every row. */
export function AddColumn(props: {
  readonly taken: readonly string[];
  readonly onAdd: (column: string, text: string) => void;
}) {
  const [column, setColumn] = useState('');
  const [text, setText] = useState('');
  const name = column.trim();
  const isTaken = name !== '' && props.taken.some((other) => other.toLowerCase() === name.toLowerCase());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '' || isTaken) return;
        props.onAdd(name, text);
        setColumn('');
        setText('');
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('New column')}
          description={t('For a column that is not in the file, such as attribute_set.')}
          size="xs"
          value={column}
          error={isTaken ? t('This column already exists.') : null}
          onChange={({ currentTarget }) => setColumn(currentTarget.value)}
        />
        <TextInput
          label={t('Value for all rows')}
          size="xs"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          {t('Add column')}
        </Button>
      </Group>
    </form>
  );
}
