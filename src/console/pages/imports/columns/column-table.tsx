import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Preview, PreviewedColumn, Profile } from '../import-documents.ts';
import {
  type ColumnChoice,
  type MappingChoices,
  suggestedColumns,
  type TransformError,
  unmappedColumns,
} from '../mapping.ts';
import { InlineSamples } from '../transforms/cell-samples.tsx';
import { TransformEditor } from '../transforms/transform-editor.tsx';
import { describeTransform, type Transform } from '../transforms/transform-kinds.ts';
import { AddColumn } from './add-column.tsx';
import { TargetField } from './target-field.tsx';
import { getTargetLabel } from './target-label.tsx';

/** Files with more columns show only unmapped and edited columns at first. */
const INITIAL_COLUMNS = 25;

/** Shows the target and the transforms of each column of a file, editable. */
export function ColumnTable(props: {
  readonly preview: Preview;
  /** Type of the rows. */
  readonly resource: Profile['resource'];
  readonly choices: MappingChoices;
  readonly transformsOf: (column: string) => readonly Transform[];
  /** Returns the transforms of a column without those that the cells suggest; null where none are suggested. */
  readonly unsuggested: (column: string) => readonly Transform[] | null;
  readonly faultsOf: (column: string) => readonly TransformError[];
  /** True if the preview is that of these choices. */
  readonly isCurrent: boolean;
  readonly onChoose: (column: string, choice: ColumnChoice) => void;
}) {
  const { preview, resource, choices, transformsOf, unsuggested, faultsOf, isCurrent, onChoose } = props;
  const [showsAll, setShowsAll] = useState(preview.columns.length <= INITIAL_COLUMNS);
  const [edited, setEdited] = useState<string | null>(null);
  const addLabel = (one: PreviewedColumn['suggestedTargets'][number]) => ({
    ...one,
    label: getTargetLabel(one, resource),
  });
  const targets = preview.targets.map(addLabel);
  const open = unmappedColumns(preview, choices);
  const matched = suggestedColumns(preview, choices);
  const visibleColumns = showsAll
    ? preview.columns
    : preview.columns.filter(
        (column) => open.includes(column) || matched.includes(column) || choices[column.column] !== undefined,
      );
  const refuse = (name: string, transforms: readonly Transform[] | null) =>
    transforms === null ? null : () => onChoose(name, { transforms });
  const column = preview.columns.find((one) => one.column === edited);
  const names = preview.columns.filter(({ isInFile }) => isInFile).map((one) => one.column);
  return (
    <Stack gap="sm">
      <Text size="sm">
        {open.length === 0
          ? t('All {count} columns are mapped or ignored.', { count: preview.columns.length })
          : t('{open} of {count} columns are not mapped. Their values are ignored.', {
              open: open.length,
              count: preview.columns.length,
            })}
      </Text>
      {matched.length === 0 ? null : (
        <div>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              for (const { column: name, suggestedTargets } of matched)
                onChoose(name, { target: suggestedTargets[0]?.target ?? '' });
            }}
          >
            {t('{count, plural, one {Use the suggestion} other {Use the # suggestions}}', {
              count: matched.length,
            })}
          </Button>
        </div>
      )}
      <Checkbox
        label={t('Show all columns')}
        checked={showsAll}
        onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
      />
      {visibleColumns.length === 0 ? null : (
        <DataTable
          label={t('Columns')}
          rows={visibleColumns}
          keyOf={(one) => one.column}
          columns={[
            { title: t('File column'), isHeader: true, cell: (one) => <ColumnName column={one} /> },
            { title: t('Sample values'), width: '25%', cell: (one) => <InlineSamples column={one} /> },
            {
              title: t('Maps to'),
              width: '30%',
              cell: (one) => (
                <ColumnTarget
                  column={one}
                  targets={targets}
                  resource={resource}
                  text={choices[one.column]?.target ?? one.target ?? ''}
                  isCurrent={isCurrent}
                  onChoose={(target) => onChoose(one.column, { target })}
                />
              ),
            },
            {
              title: t('Transforms'),
              cell: ({ column: name }) => (
                <TransformsButton
                  column={name}
                  transforms={transformsOf(name)}
                  faults={faultsOf(name)}
                  onClick={() => setEdited(name)}
                  onRefuse={refuse(name, unsuggested(name))}
                />
              ),
            },
          ]}
        />
      )}
      <AddColumn
        taken={preview.columns.map((one) => one.column)}
        onAdd={(name, text) => onChoose(name, { transforms: [{ default: text }] })}
      />
      <Dialog
        title={column === undefined ? null : t('Transforms of {column}', { column: column.column })}
        onClose={() => setEdited(null)}
      >
        {column === undefined ? null : (
          <TransformEditor
            column={column}
            transforms={transformsOf(column.column)}
            faults={faultsOf(column.column)}
            columns={names}
            onChange={(transforms) => onChoose(column.column, { transforms })}
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
      {isInFile ? null : <Text size="xs">{t('Not in the file')}</Text>}
    </>
  );
}

/** Shows the target of a column, its error, and suggestions. */
function ColumnTarget(props: {
  readonly column: PreviewedColumn;
  /** Targets that the column can be mapped to. */
  readonly targets: PreviewedColumn['suggestedTargets'];
  readonly resource: Profile['resource'];
  readonly text: string;
  readonly isCurrent: boolean;
  readonly onChoose: (target: string) => void;
}) {
  const { targets, resource, text, isCurrent, onChoose } = props;
  const { column: name, target, targetLabel, suggestedTargets, isMatch, reason, warning } = props.column;
  const suggested = suggestedTargets.map((one) => ({ ...one, label: getTargetLabel(one, resource) }));
  return (
    <>
      <TargetField
        name={name}
        text={text}
        target={target}
        label={target === null ? null : getTargetLabel({ target, label: targetLabel }, resource)}
        suggested={suggested}
        targets={targets}
        isCurrent={isCurrent}
        onChoose={onChoose}
      />
      {reason === null || (isMatch && target === null) ? null : (
        <Text size="xs" mt={4}>
          {reason}
        </Text>
      )}
      {warning === null ? null : (
        <Text size="xs" mt={4}>
          {warning}
        </Text>
      )}
      {suggested.slice(0, 2).map((one) => (
        <Button
          key={one.target}
          size="compact-xs"
          variant="default"
          mt={4}
          mr={4}
          onClick={() => onChoose(one.target)}
        >
          {t('Use {target}', { target: one.label ?? one.target })}
        </Button>
      ))}
    </>
  );
}

function TransformsButton(props: {
  readonly column: string;
  readonly transforms: readonly Transform[];
  readonly faults: readonly TransformError[];
  readonly onClick: () => void;
  /** Removes what was suggested; null where it was not. */
  readonly onRefuse: (() => void) | null;
}) {
  const { column, transforms, faults, onClick, onRefuse } = props;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('Edit transforms of {column}', { column })}
        onClick={onClick}
      >
        {t('Edit')}
      </Button>
      {transforms.length === 0 ? null : (
        <Text size="xs" mt={4}>
          {transforms.map(describeTransform).join(', ')}
        </Text>
      )}
      {onRefuse === null ? null : (
        <Text size="xs" c="var(--ink-2)">
          {t('Suggested by the cells.')}{' '}
          <button
            type="button"
            className="link-button"
            aria-label={t('Remove suggestion for {column}', { column })}
            onClick={onRefuse}
          >
            {t('Remove')}
          </button>
        </Text>
      )}
      {faults.length === 0 ? null : (
        <Text size="xs" c="var(--mantine-color-error)">
          {t('A transform is invalid.')}
        </Text>
      )}
    </>
  );
}
