import { type Clause, type Condition, isAnyOf } from '../../../../catalogue/search/conditions.ts';
import { t } from '../../../../i18n/translate.ts';

/**
 * Products of the families that are listed: one row for each family, their models, their variants, or all that is sold.
 */
export type Level = 'families' | 'models' | 'variants' | 'sold';

interface LevelChoice {
  readonly level: Level;
  readonly label: string;
  readonly hint?: string;
  readonly condition: Condition;
}

const ofType = (value: string): Condition => ({ field: 'type', operator: 'in', value });

export const LEVELS: readonly LevelChoice[] = [
  {
    level: 'families',
    label: t('Families'),
    hint: t('Models and single products; variants below their model'),
    condition: { field: 'parent', operator: 'empty', value: 'true' },
  },
  { level: 'models', label: t('Models'), condition: ofType('model') },
  { level: 'variants', label: t('Variants'), condition: ofType('variant') },
  {
    level: 'sold',
    label: t('Sellable'),
    hint: t('Single products and variants'),
    condition: ofType('simple,variant'),
  },
];

const isSame = (clause: Clause, { field, operator, value }: Condition) =>
  !isAnyOf(clause) &&
  clause.field === field &&
  clause.operator === operator &&
  clause.value === value &&
  clause.not === undefined;

/** Returns the level that a condition chooses; undefined for other conditions. */
export const conditionLevel = (clause: Clause): LevelChoice | undefined =>
  LEVELS.find(({ condition }) => isSame(clause, condition));

/** Returns the level that is listed; undefined for all of them. */
export const selectedLevel = (where: readonly Clause[]): Level | undefined =>
  where.map(conditionLevel).find((clauseLevel) => clauseLevel !== undefined)?.level;

export const withoutLevel = (where: readonly Clause[]): Clause[] =>
  where.filter((clause) => conditionLevel(clause) === undefined);

/** Returns the conditions after a level is chosen, or the chosen one no longer. */
export function toggleLevel(level: Level, where: readonly Clause[]): Clause[] {
  const newLevels = LEVELS.filter((one) => one.level === level && level !== selectedLevel(where));
  return [...newLevels.map(({ condition }) => condition), ...withoutLevel(where)];
}
