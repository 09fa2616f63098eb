import { t } from '../../i18n/translate.ts';
import { ListIcon, TableIcon } from '../../ui/icons.ts';
import type { useGridEdits } from './edits/use-grid-edits.ts';
import type { useListLayout } from './use-list-layout.ts';

/** Shows whether the last edited cell is being saved or is saved. */
export function SavingState({ saving }: Pick<ReturnType<typeof useGridEdits>, 'saving'>) {
  return (
    <span className="quiet">{saving === null ? '' : saving === 'saving' ? t('Saving…') : t('Saved')}</span>
  );
}

/** Shows the button that switches between two lines for each row and a table; on phones only. */
export function LayoutButton({ lines }: { readonly lines: ReturnType<typeof useListLayout> }) {
  if (!lines.isNarrow) return null;
  const label = lines.isInLines ? t('As table') : t('As list');
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={lines.toggle}>
      {lines.isInLines ? <TableIcon /> : <ListIcon />}
    </button>
  );
}
