import { t } from '../../../i18n/translate.ts';
import { CloseIcon } from '../../../ui/icons.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import { conditionLabel } from '../../search/condition-label.ts';
import { type Clause, isAnyOf, type SearchCriteria } from '../../search/conditions.ts';
import { fieldLabel } from '../../search/field-label.ts';
import { fieldUnits } from '../../search/filter-options.ts';
import type { FilterField } from '../../search/grid-documents.ts';
import { useSelectedLabels } from './use-selected-labels.ts';

/** Shows the limits of a search, one pill for each condition or group, which removes it. */
export function FilterPills(props: {
  readonly search: SearchCriteria;
  readonly fields: readonly FilterField[];
  readonly model: GridSchema;
  readonly locale: string;
  /** The label of a value of a property, where it is known. */
  readonly labelOfValue: (field: string, value: string) => string;
  /** Returns the label of a clause that has one of its own. */
  readonly labelOfClause?: (clause: Clause) => string | undefined;
  readonly onChange: (change: { where?: readonly Clause[]; advanced?: null }) => void;
}) {
  const { search, fields, model, locale, labelOfValue, labelOfClause, onChange } = props;
  const { where, advanced } = search;
  const chosenLabel = useSelectedLabels(where, fields, model, locale);
  if (where.length === 0 && advanced === null) return null;
  const typeOf = (name: string) => fields.find(({ field }) => field === name)?.type ?? '';
  const labels = {
    ofField: (field: string) =>
      model.attributes.find(({ code }) => field === `attributes.${code}`)?.label ?? fieldLabel(field),
    ofValue: (field: string, value: string) => chosenLabel(field, value) ?? labelOfValue(field, value),
    ofUnit: (field: string, unit: string) =>
      fieldUnits(field, model).units.find(({ code }) => code === unit)?.symbol ?? unit,
  };
  const wordsOf = (clause: Clause) =>
    labelOfClause?.(clause) ??
    (isAnyOf(clause) ? clause.any : [clause])
      .map((condition) => conditionLabel(condition, typeOf(condition.field), labels))
      .join(` ${t('or')} `);
  return (
    <ul aria-label={t('Filters')} className="plain-list toolbar-row">
      {where.map((clause) => (
        <RemovablePill
          key={wordsOf(clause)}
          words={wordsOf(clause)}
          onRemove={() => onChange({ where: where.filter((other) => other !== clause) })}
        />
      ))}
      {advanced === null ? null : (
        <RemovablePill words={t('Filter as JSON')} onRemove={() => onChange({ advanced: null })} />
      )}
    </ul>
  );
}

function RemovablePill({ words, onRemove }: { readonly words: string; readonly onRemove: () => void }) {
  return (
    <li className="pill">
      {words}
      <button
        type="button"
        className="icon-button"
        aria-label={t('Remove filter: {words}', { words })}
        onClick={onRemove}
      >
        <CloseIcon />
      </button>
    </li>
  );
}
