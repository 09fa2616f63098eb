import type { Clause } from '../../../../catalogue/search/conditions.ts';
import { localeTag, t } from '../../../../i18n/translate.ts';
import { LEVELS, type Level, selectedLevel, toggleLevel } from './levels.ts';

/** Chooses the level of the families that is listed, with counts. */
export function LevelFacet(props: {
  readonly counts: Readonly<Record<Level, number>>;
  readonly conditions: readonly Clause[];
  readonly onChange: (conditions: readonly Clause[]) => void;
}) {
  const { counts, conditions, onChange } = props;
  const selectedChoice = selectedLevel(conditions);
  // If nothing has variants, all levels are the same.
  if (counts.models + counts.variants === 0 && selectedChoice === undefined) return null;
  return (
    <fieldset>
      <legend>{t('Level')}</legend>
      {LEVELS.map(({ level, label, hint }) => (
        <button
          key={level}
          type="button"
          className="flat facet"
          aria-pressed={level === selectedChoice}
          title={hint}
          onClick={() => onChange(toggleLevel(level, conditions))}
        >
          <span className="sheet-text">{label}</span>
          <span className="facet-count">{counts[level].toLocaleString(localeTag)}</span>
        </button>
      ))}
    </fieldset>
  );
}
