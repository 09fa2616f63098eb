import { t } from '../../../language/t.ts';
import { CloseIcon } from '../../../ui/icons.ts';
import type { FilterField } from '../grid-documents.ts';
import { conditionWords } from './condition-words.ts';
import { type Clause, isAnyOf, type Search } from './conditions.ts';
import { fieldLabel } from './field-label.ts';

/** What a search is limited by, one pill for each condition or group, which removes it. */
export function FilterPills(props: {
  readonly search: Search;
  readonly fields: readonly FilterField[];
  /** The label of a value, where it is known. */
  readonly labelOfValue: (field: string, value: string) => string;
  /** The labels of attributes by their codes. */
  readonly labels: ReadonlyMap<string, string>;
  readonly onChange: (change: { where?: readonly Clause[]; advanced?: null }) => void;
}) {
  const { search, fields, labels, labelOfValue, onChange } = props;
  const { where, advanced } = search;
  if (where.length === 0 && advanced === null) return null;
  const typeOf = (name: string) => fields.find(({ field }) => field === name)?.type ?? '';
  const labelOfField = (field: string) => labels.get(field.replace(/^attributes\./, '')) ?? fieldLabel(field);
  const wordsOf = (clause: Clause) =>
    (isAnyOf(clause) ? clause.any : [clause])
      .map((condition) => conditionWords(condition, typeOf(condition.field), labelOfValue, labelOfField))
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
        <RemovablePill words={t('Advanced filter')} onRemove={() => onChange({ advanced: null })} />
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
