import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { ReviewTable } from '../model/changes/review-table.tsx';
import { codeOfKey } from './label-cells.ts';
import type { LabelEdits } from './use-label-edits.ts';

/** Shows the staged labels: object, locale, old and new text; refused ones come first, with the reason. */
export function ReviewLabels({ edits, onSave }: { readonly edits: LabelEdits; readonly onSave: () => void }) {
  const { cells, faults, isBusy, canSave } = edits;
  return (
    <ReviewTable
      rows={cells.toSorted((one, other) => Number(faults.has(other.key)) - Number(faults.has(one.key)))}
      keyOf={({ key, locale }) => `${key}/${locale}`}
      columns={[
        {
          title: t('Object'),
          isHeader: true,
          cell: ({ key }) => (
            <>
              {codeOfKey(key)}
              <div className="quiet">{edits.infoOf(key)}</div>
            </>
          ),
        },
        { title: t('Locale'), cell: ({ locale }) => localeName(locale) },
      ]}
      linesOf={({ base, value }) => [{ label: '', before: base, after: value }]}
      faultOf={({ key }) => faults.get(key)}
      aboutOf={({ key, locale }) => `${codeOfKey(key)} ${localeName(locale)}`}
      onDiscard={(cell) => edits.discard([cell])}
      isBusy={isBusy}
      canSave={canSave}
      onSave={onSave}
    />
  );
}
