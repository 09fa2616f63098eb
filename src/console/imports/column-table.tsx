import { Autocomplete, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../shell/dialog.tsx';
import { RowTable } from '../shell/list.tsx';
import { AddColumn } from './add-column.tsx';
import type { Preview, PreviewedColumn } from './import-documents.ts';
import { type Choices, type ColumnChoice, openColumns, type StepFault } from './mapping.ts';
import { ShortSamples } from './steps/cell-samples.tsx';
import { StepEditor } from './steps/step-editor.tsx';
import { nameOfStep, type Step } from './steps/step-kinds.ts';

/** So many columns are all shown at first; of more only those that somebody should look at. */
const FEW_COLUMNS = 25;

/** What each column of a file means and what its cells go through, with fields to say it otherwise. */
export function ColumnTable(props: {
  readonly preview: Preview;
  readonly choices: Choices;
  readonly stepsOf: (column: string) => readonly Step[];
  readonly faultsOf: (column: string) => readonly StepFault[];
  readonly onChoose: (column: string, choice: ColumnChoice) => void;
}) {
  const { preview, choices, stepsOf, faultsOf, onChoose } = props;
  const [showsAll, setShowsAll] = useState(preview.columns.length <= FEW_COLUMNS);
  const [edited, setEdited] = useState<string | null>(null);
  const open = openColumns(preview, choices);
  const shown = showsAll
    ? preview.columns
    : preview.columns.filter((column) => open.includes(column) || choices[column.column] !== undefined);
  const column = preview.columns.find((one) => one.column === edited);
  const names = preview.columns.filter(({ isInFile }) => isInFile).map((one) => one.column);
  return (
    <Stack gap="sm">
      <Text size="sm">
        {open.length === 0
          ? `All ${preview.columns.length} columns have a meaning or are left out.`
          : `${open.length} of ${preview.columns.length} columns mean nothing yet; their cells are left out.`}
      </Text>
      <Checkbox
        label="Show all columns"
        checked={showsAll}
        onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
      />
      {shown.length === 0 ? null : (
        <RowTable
          label="Columns"
          rows={shown}
          keyOf={(one) => one.column}
          columns={[
            { title: 'Column of the file', isHeader: true, cell: (one) => <ColumnName column={one} /> },
            { title: 'First cells', width: '25%', cell: (one) => <ShortSamples column={one} /> },
            {
              title: 'Stands for',
              width: '30%',
              cell: ({ column: name, target, suggestions, reason }) => (
                <>
                  <Autocomplete
                    aria-label={`What ${name} stands for`}
                    placeholder="Left out"
                    size="xs"
                    data={[...suggestions]}
                    value={choices[name]?.target ?? target ?? ''}
                    onChange={(value) => onChoose(name, { target: value })}
                  />
                  {reason === null ? null : (
                    <Text size="xs" mt={4}>
                      {reason}
                    </Text>
                  )}
                </>
              ),
            },
            {
              title: 'Steps',
              cell: ({ column: name }) => (
                <StepsButton
                  column={name}
                  steps={stepsOf(name)}
                  faults={faultsOf(name)}
                  onClick={() => setEdited(name)}
                />
              ),
            },
          ]}
        />
      )}
      <AddColumn
        taken={preview.columns.map((one) => one.column)}
        onAdd={(name, text) => onChoose(name, { steps: [{ default: text }] })}
      />
      <Dialog
        title={column === undefined ? null : `Steps of ${column.column}`}
        onClose={() => setEdited(null)}
      >
        {column === undefined ? null : (
          <StepEditor
            column={column}
            steps={stepsOf(column.column)}
            faults={faultsOf(column.column)}
            columns={names}
            onChange={(steps) => onChoose(column.column, { steps })}
          />
        )}
      </Dialog>
    </Stack>
  );
}

function ColumnName({ column: { column, isInFile } }: { readonly column: PreviewedColumn }) {
  return (
    <>
      {column}
      {isInFile ? null : <Text size="xs">Not in the file</Text>}
    </>
  );
}

function StepsButton(props: {
  readonly column: string;
  readonly steps: readonly Step[];
  readonly faults: readonly StepFault[];
  readonly onClick: () => void;
}) {
  const { column, steps, faults, onClick } = props;
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Steps of ${column}`} onClick={onClick}>
        Steps
      </Button>
      {steps.length === 0 ? null : (
        <Text size="xs" mt={4}>
          {steps.map(nameOfStep).join(', ')}
        </Text>
      )}
      {faults.length === 0 ? null : (
        <Text size="xs" c="var(--mantine-color-error)">
          A step is wrong.
        </Text>
      )}
    </>
  );
}
