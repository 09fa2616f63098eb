import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';

/** Fills a column that the file lacks with the same text in every row. */
export function AddColumn(props: {
  readonly taken: readonly string[];
  readonly onAdd: (column: string, text: string) => void;
}) {
  const [column, setColumn] = useState('');
  const [text, setText] = useState('');
  const name = column.trim();
  const isTaken = props.taken.some((other) => other.toLowerCase() === name.toLowerCase());
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
          label="A column that the file lacks"
          description="Such as attribute_set or status."
          size="xs"
          value={column}
          error={isTaken ? 'The file has it.' : null}
          onChange={({ currentTarget }) => setColumn(currentTarget.value)}
        />
        <TextInput
          label="What stands in each row"
          size="xs"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          Add the column
        </Button>
      </Group>
    </form>
  );
}
