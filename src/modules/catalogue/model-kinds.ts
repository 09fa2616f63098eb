import { snakeCase } from '../../platform/resource/table-store.ts';
import { type ConfigurationKind, kindsInField } from '../configuration/index.ts';

/** Kinds of objects that model a catalogue or are settings of its products. */
export type ModelKind = Exclude<ConfigurationKind, 'storefront' | 'import_export_profile'>;

/** Fields whose members keys of a patch add or move. */
const PATCHED_FIELDS: Readonly<Record<string, string>> = {
  addAttributes: 'attributes',
  addRequiredAttributes: 'requiredAttributes',
  moveAttributes: 'attributes',
};

/** Returns the kinds of objects that a field of an input can refer to; the field is the first key of the path. */
export const referencedKinds = (
  kind: ModelKind,
  [field = '']: readonly string[],
): readonly ConfigurationKind[] => kindsInField(kind, snakeCase(PATCHED_FIELDS[field] ?? field));
