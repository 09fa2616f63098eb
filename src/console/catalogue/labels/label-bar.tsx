import { Button } from '@mantine/core';
import { useState } from 'react';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ConflictChoice } from '../../ui/form/conflict-choice.tsx';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { EffectList } from '../model/effects/effect-panel.tsx';
import { codeOfKey, type LabelCell, storedLabel } from './label-cells.ts';
import type { LabelEdits } from './use-label-edits.ts';

const ReviewLabels = lazyComponent(async () => (await import('./review-labels.tsx')).ReviewLabels, null);

/** Maximum number of conflicts that the bar shows one by one; all of them are marked in the sheet. */
const MAX_CONFLICTS = 20;

/** Shows the number of staged labels, what others changed meanwhile, and the buttons that review and save them. */
export function LabelBar({
  edits,
  onRefused,
}: {
  readonly edits: LabelEdits;
  /** Called to go to the next refused label. */
  readonly onRefused: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { cells, lockedCells, canSave, conflicts, faults, isBusy, prepared } = edits;
  const refusedCells = cells.filter(({ key }) => faults.has(key));
  const save = () => {
    setIsOpen(false);
    edits.save();
  };
  return (
    <section className="staging-bar work-bar" aria-label={t('Unsaved changes')}>
      {conflicts.slice(0, MAX_CONFLICTS).map((cell) => (
        <Conflict key={`${cell.key}/${cell.locale}`} cell={cell} edits={edits} />
      ))}
      <span className="row" role="status">
        <strong>{t('{count, plural, one {# change} other {# changes}}', { count: cells.length })}</strong>
        {refusedCells.length === 0 ? null : (
          <button type="button" className="flat bar-button staging-refused" onClick={onRefused}>
            {t('{count} refused', { count: refusedCells.length })}
          </button>
        )}
        {lockedCells.length === 0 ? null : (
          <span className="staging-refused">
            {canSave
              ? t('You may no longer edit {count} of them. What you typed is kept here.', {
                  count: lockedCells.length,
                })
              : t('You may no longer edit. What you typed is kept here.')}
          </span>
        )}
      </span>
      <span className="row staging-actions">
        <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
          {t('Review')}
        </Button>
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => edits.discard(cells)}>
          {t('Discard')}
        </Button>
        <Button size="xs" disabled={!canSave} loading={isBusy} onClick={save} aria-keyshortcuts="Control+S">
          {t('Save')}
        </Button>
      </span>
      <Dialog title={isOpen ? t('Review changes') : null} size="xl" onClose={() => setIsOpen(false)}>
        <ReviewLabels edits={edits} onSave={save} />
      </Dialog>
      <Dialog title={prepared === null ? null : t('Save labels')} onClose={edits.cancel}>
        {prepared?.effects == null ? null : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              edits.confirm();
            }}
          >
            <EffectList effects={prepared.effects} />
            <FormButtons submit={t('Save')} isBusy={false} onCancel={edits.cancel} />
          </form>
        )}
      </Dialog>
    </section>
  );
}

/** Shows the own label and that of somebody else; of a deleted object there is nothing to choose. */
function Conflict({ cell, edits }: { readonly cell: LabelCell; readonly edits: LabelEdits }) {
  const { key, locale, value } = cell;
  const object = edits.storedObject(key) ?? null;
  const name = `${codeOfKey(key)} · ${localeName(locale)}`;
  if (object === null)
    return (
      <ConflictChoice
        legend={t('{name}: the object was deleted meanwhile', { name })}
        choices={[{ label: t('Discard'), value, choose: () => edits.discard([cell]) }]}
      />
    );
  return (
    <ConflictChoice
      legend={t('{name}: another person changed this meanwhile', { name })}
      choices={[
        { label: t('Keep mine'), value, choose: () => edits.keepMine([cell]) },
        {
          label: t('Take theirs'),
          value: storedLabel(object, locale),
          choose: () => edits.discard([cell]),
        },
      ]}
    />
  );
}
