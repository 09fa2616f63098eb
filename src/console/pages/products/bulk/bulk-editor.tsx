import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProductEdit, ProductSelection } from '../../../catalogue/actions/change-products.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import { type BulkEditOptions, bulkEditOptionsQuery } from '../../../catalogue/properties/bulk-documents.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { ErrorAlert, QueryResult } from '../../../ui/messages/states.tsx';
import { DryRunDetails } from './dry-run-details.tsx';
import { EditEffect } from './edit-effect.tsx';
import { OperationRow } from './operation-row.tsx';
import { type PageContext, planEdit } from './operations.ts';
import { type DryRun, useDryRun } from './use-dry-run.ts';
import { useOperations } from './use-operations.ts';
import { type TargetLevel, useTargetLevel } from './use-target-level.ts';

interface BulkEditorProps {
  readonly target: ProductSelection;
  /** The field that is chosen at the start; empty for none. */
  readonly field: string;
  readonly model: GridSchema;
  readonly page: PageContext;
  readonly isBusy: boolean;
  readonly onRun: (target: ProductSelection, edit: ProductEdit) => void;
  readonly onCancel: () => void;
}

/** Changes many products: what is changed, what that would do, and then the change. */
export function BulkEditor(props: BulkEditorProps) {
  const choices = useQuery(bulkEditOptionsQuery(props.page.locale));
  return (
    <QueryResult query={choices} what={t('fields')}>
      {(loaded) => <BulkEditForm {...props} choices={loaded} />}
    </QueryResult>
  );
}

function BulkEditForm(props: BulkEditorProps & { readonly choices: BulkEditOptions }) {
  const { field, model, page, choices, isBusy, onRun, onCancel } = props;
  const { operations, emptyFor, add, change, remove } = useOperations(model, page, field);
  const level = useTargetLevel(props.target, operations, model);
  const { target } = level;
  const { patch, faults } = planEdit(operations, model.attributes, localeTag);
  const isReady = patch !== null && faults.size === 0 && level.isLoaded;
  const dryRun = useDryRun(level, patch, page, isReady);
  const { checked } = dryRun;
  const [isListed, setIsListed] = useState(false);
  // There are more changes than the samples show.
  const isLong = checked !== null && checked.changed + checked.failed > 3;
  const submit = () => {
    if (!isReady || isBusy) return;
    if (checked !== null && checked.changed > 0) onRun(target, patch);
    else dryRun.start();
  };
  const context = { model, choices, page };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        {operations.map((operation) => (
          <OperationRow
            key={operation.key}
            operation={operation}
            model={model}
            choices={choices}
            locale={page.locale}
            emptyFor={emptyFor}
            fault={faults.get(operation.key)}
            onChange={change}
            onRemove={operations.length === 1 ? undefined : () => remove(operation)}
          />
        ))}
        <div>
          <Button size="xs" variant="default" onClick={add}>
            {t('Add change')}
          </Button>
        </div>
        <LevelChoice level={level} count={props.target.count} />
        <div className="sunken" role="status">
          <DryRunResult {...context} dryRun={dryRun} count={target.count} isShort={isLong && isListed} />
        </div>
        {isLong ? (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isListed}
            style={{ alignSelf: 'start' }}
            onClick={() => setIsListed(!isListed)}
          >
            {isListed ? t('Hide all changes') : t('Show all changes')}
          </Button>
        ) : null}
        {isLong && isListed ? <DryRunDetails {...context} preview={checked} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          {isReady && checked === null && !dryRun.isSmall ? (
            <Button type="submit" loading={dryRun.isFetching}>
              {t('Check')}
            </Button>
          ) : (
            <Button type="submit" disabled={checked === null || checked.changed === 0} loading={isBusy}>
              {t('Change {count, number}', { count: checked?.changed ?? target.count })}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Chooses between models, whose variants inherit, and all products. */
function LevelChoice(props: { readonly level: TargetLevel; readonly count: number }) {
  const { level, count } = props;
  if (level.rootCount === null) return null;
  return (
    <Radio.Group
      label={t('Write to')}
      value={level.level}
      onChange={(value) => level.setLevel(value === 'each' ? 'each' : 'roots')}
    >
      <Stack gap={12} mt={8}>
        <Radio
          value="roots"
          label={t('Models and single products ({count}); their variants inherit', {
            count: level.rootCount,
          })}
          description={t('Variants are not written. Those with a value of their own keep it.')}
        />
        <Radio value="each" label={t('Each of the {count} products', { count })} />
      </Stack>
    </Radio.Group>
  );
}

/** Shows what the edit would do, as far as that is checked. */
function DryRunResult(props: {
  readonly dryRun: DryRun;
  /** Number of products that are written to. */
  readonly count: number;
  readonly model: GridSchema;
  readonly choices: BulkEditOptions;
  readonly page: PageContext;
  readonly isShort: boolean;
}) {
  const { dryRun, count, ...context } = props;
  const { isReady, preview, checked, error, isFetching, isSmall } = dryRun;
  if (!isReady)
    return (
      <Text c="var(--ink-2)">{t('Choose a field and a value: you see the effect before it is saved.')}</Text>
    );
  if (error !== null) return <ErrorAlert error={error} />;
  if (preview === undefined || (!isSmall && checked === null))
    return (
      <Text c="var(--ink-2)">
        {isFetching ? t('Checking…') : t('Check what {count, number} products would become.', { count })}
      </Text>
    );
  return <EditEffect {...context} preview={preview} isStale={checked === null} />;
}
