import { Button } from '@mantine/core';
import { useState } from 'react';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { GridRow, GridSource } from '../grid-source.ts';
import { partitionStaged, type StagedCell } from './staged-cells.ts';
import type { GridEdits } from './use-grid-edits.ts';
import { useVisibilityLosses } from './visibility-losses.ts';

const ReviewCells = lazyComponent(async () => (await import('./review-cells.tsx')).ReviewCells, null);

type StagedEdits = Pick<
  GridEdits<GridRow>,
  'waiting' | 'keptCount' | 'isChecking' | 'progress' | 'saveStaged' | 'keepMine' | 'discard'
> & {
  readonly source: Pick<GridSource<GridRow>, 'texts' | 'ObjectLink' | 'loadLabels' | 'findVisibilityLosses'>;
};

/** Shows the number of unsaved changes, the rejections, and the actions for them. */
export function StagingBar({
  edits,
  selected,
  mayEdit,
  onRefused,
  onDone,
}: {
  readonly edits: StagedEdits;
  /** Number of selected rows: actions on them wait for the changes. */
  readonly selected: number;
  readonly mayEdit: boolean;
  /** Called after a click that saves or discards, so that the keys are those of the grid again. */
  readonly onDone: () => void;
  /** Called to go to the next rejected cell. */
  readonly onRefused: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { waiting: staged, keptCount, isChecking, progress, saveStaged, keepMine, discard } = edits;
  const { ready, refused } = partitionStaged(staged);
  const conflictingCells = refused.filter((cell) => cell.met !== undefined);
  const leaving = useVisibilityLosses(edits.source, ready);
  const save = () => {
    setIsOpen(false);
    void saveStaged();
    onDone();
  };
  return (
    <section className="staging-bar" aria-label={t('Unsaved changes')}>
      {conflictingCells.length === 0 || !mayEdit ? null : (
        <ConflictingCells
          cells={conflictingCells}
          onKeep={() => void keepMine(conflictingCells)}
          onTake={() => discard(conflictingCells)}
          isBusy={progress !== null}
        />
      )}
      <span className="row" role="status">
        <strong>{t('{count, plural, one {# change} other {# changes}}', { count: staged.size })}</strong>
        {keptCount === 0 ? null : (
          <span className="quiet">
            {t('{count, plural, one {# cell} other {# cells}} kept from before', { count: keptCount })}
          </span>
        )}
        {refused.length === 0 ? null : (
          <button
            type="button"
            className="flat bar-button staging-refused"
            title={t('Go to the next refused cell (F8)')}
            onClick={onRefused}
          >
            {t('{count} refused', { count: refused.length.toLocaleString(localeTag) })}
          </button>
        )}
        {leaving.length === 0 ? null : (
          <button type="button" className="flat bar-button staging-leaving" onClick={() => setIsOpen(true)}>
            {t('{count, plural, one {# product} other {# products}} will no longer be live', {
              count: leaving.length,
            })}
          </button>
        )}
        {mayEdit ? null : (
          <span className="staging-refused">{t('You may no longer edit. What you typed is kept here.')}</span>
        )}
        {selected === 0 ? null : (
          <span className="quiet">
            {t('{count} selected. Save or discard the changes first.', {
              count: selected.toLocaleString(localeTag),
            })}
          </span>
        )}
        {isChecking ? <span className="quiet">{t('Checking…')}</span> : null}
        {progress === null ? null : (
          <span className="quiet">{t('Saved {done, number} of {total, number}…', { ...progress })}</span>
        )}
      </span>
      <span className="row staging-actions">
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
          {t('Review')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={progress !== null}
          onClick={() => {
            discard([...staged.values()]);
            onDone();
          }}
        >
          {t('Discard')}
        </Button>
        {ready.length === 0 ? null : (
          <Button size="xs" disabled={isChecking || !mayEdit} loading={progress !== null} onClick={save}>
            {t('Save {count}', { count: ready.length.toLocaleString(localeTag) })}
          </Button>
        )}
      </span>
      <Dialog title={isOpen ? t('Review changes') : null} size="xl" onClose={() => setIsOpen(false)}>
        <ReviewCells
          source={edits.source}
          refused={refused}
          ready={ready}
          leaving={leaving}
          isBusy={progress !== null}
          onDiscard={(cells) => {
            discard(cells);
            if (cells.length === staged.size) onDone();
          }}
          onSave={isChecking || !mayEdit ? undefined : save}
        />
      </Dialog>
    </section>
  );
}

/** Shows cells that somebody else has changed since they were typed: the value that stays is chosen by hand. */
function ConflictingCells(props: {
  readonly cells: readonly StagedCell[];
  readonly onKeep: () => void;
  readonly onTake: () => void;
  readonly isBusy: boolean;
}) {
  const { cells, onKeep, onTake, isBusy } = props;
  const [only] = cells.length === 1 ? cells : [];
  return (
    <fieldset className="conflict" disabled={isBusy}>
      <legend>
        {only?.met === undefined
          ? t('{count, plural, one {# cell was} other {# cells were}} changed by others meanwhile', {
              count: cells.length,
            })
          : t('{name} changed {column} of {sku} meanwhile', {
              name: only.met.by,
              column: only.column.title,
              sku: only.code,
            })}
      </legend>
      <button type="button" title={t('Ctrl-Enter, in the cell')} onClick={onKeep}>
        <span>{t('Keep mine')}</span>
        {only === undefined ? null : <span className="conflict-value">{only.text || t('empty')}</span>}
      </button>
      <button type="button" onClick={onTake}>
        <span>{t('Take theirs')}</span>
        {only === undefined ? null : <span className="conflict-value">{only.met?.text || t('empty')}</span>}
      </button>
    </fieldset>
  );
}
