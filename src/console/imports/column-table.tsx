import { Autocomplete, Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { RowTable } from '../ui/list.tsx';
import { AddColumn } from './add-column.tsx';
import type { Preview, PreviewedColumn } from './import-documents.ts';
import { type Choices, type ColumnChoice, openColumns, type StepFault } from './mapping.ts';
import { ShortSamples } from './steps/cell-samples.tsx';
import { StepEditor } from './steps/step-editor.tsx';
import { nameOfStep, type Step } from './steps/step-kinds.ts';

/** Files with more columns show only unmapped and edited columns at first. */
const FEW_COLUMNS = 25;

/** The target and the transforms of each column of a file, editable. */
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
          ? `All ${preview.columns.length} columns are mapped or ignored.`
          : `${open.length} of ${preview.columns.length} columns are not mapped. Their values are ignored.`}
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
            { title: 'File column', isHeader: true, cell: (one) => <ColumnName column={one} /> },
            { title: 'Sample values', width: '25%', cell: (one) => <ShortSamples column={one} /> },
            {
              title: 'Maps to',
              width: '30%',
              cell: ({ column: name, target, suggestions, reason }) => (
                <>
                  <Autocomplete
                    aria-label={`${name} maps to`}
                    placeholder="Ignored"
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
              title: 'Transforms',
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
        title={column === undefined ? null : `Transforms of ${column.column}`}
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
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Edit transforms of ${column}`}
        onClick={onClick}
      >
        Edit
      </Button>
      {steps.length === 0 ? null : (
        <Text size="xs" mt={4}>
          {steps.map(nameOfStep).join(', ')}
        </Text>
      )}
      {faults.length === 0 ? null : (
        <Text size="xs" c="var(--mantine-color-error)">
          A transform is invalid.
        </Text>
      )}
    </>
  );
}
