import type { AttributePlan } from '../../../catalogue/model/attributes/create/attribute-plan.ts';
import type { Choice } from '../../../catalogue/model/fields/choices.ts';
import { t } from '../../../i18n/translate.ts';

/** Texts of a row by column. */
export type TableRow = Readonly<Record<string, string>>;

/** The model that a table is compared with. */
export interface TableModel {
  /** Locales of labels; the first is that of the label column. */
  readonly locales: readonly string[];
  readonly attributes: readonly {
    readonly code: string;
    readonly type: string | null;
    readonly localizable: boolean | null;
    readonly scopable: boolean | null;
    readonly unique: boolean | null;
    readonly label: string;
  }[];
  readonly families: readonly Family[];
  readonly groups: readonly Choice[];
  readonly sets: readonly Choice[];
  readonly optionSets: readonly Choice[];
  readonly entityTypes: readonly Choice[];
  readonly channels: readonly Choice[];
}

/** A family of units. */
export interface Family {
  readonly code: string;
  readonly units:
    | readonly { readonly code: string; readonly symbol: string; readonly label: string }[]
    | null;
}

/** The reason why a cell cannot be saved, and a text that would be. */
export interface CellFault {
  readonly message: string;
  readonly fix?: Choice;
}

/** A row as it is saved. */
export interface ReadRow {
  readonly kind: 'new' | 'changed' | 'empty';
  readonly plan: AttributePlan;
  /** Label of the group that is created for it; null for none. */
  readonly newGroup: string | null;
  readonly faults: ReadonlyMap<string, CellFault>;
}

/** Returns the reason why a table does not change a property of an attribute that exists. */
export const changedElsewhere = ({ code, label }: TableModel['attributes'][number]): string =>
  t('{name} exists already; change this on its own page.', { name: label || code });

/** Returns the fault of a cell that is emptied. */
export const clearing = (message: string): CellFault => ({ message, fix: { value: '', label: t('Clear') } });

/** Returns the fault of a cell that names nothing, with the choice that it probably means. */
export const using = (message: string, choice: Choice | null): CellFault =>
  choice === null
    ? { message }
    : { message, fix: { value: choice.label, label: t('Use {name}', { name: choice.label }) } };
