import { foldKey } from '../../../kernel/codes.ts';
import type { Labels } from '../../../kernel/labels.ts';
import type { Transaction } from '../../../kernel/operation.ts';
import { categoryStore } from '../../category/index.ts';
import { optionKey, optionStore, type Swatch } from '../../option-set/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { findEntityLabels } from '../filter/references.store.ts';
import type { ValueReference } from './value-field.ts';

/** Details with which a value is shown. */
export interface ValueDetails {
  /** Labels by locale; null: it has the same name everywhere, `name`. */
  readonly labels: Labels | null;
  readonly name: string;
  readonly swatch: Swatch | null;
}

/** Values of one field. */
interface ValuesByField {
  readonly of: ValueReference;
  readonly values: readonly string[];
}

/** Finds how values are shown, by field and value; one statement for each kind of what they name. */
export async function loadValueDetails(
  transaction: Transaction,
  { organizationId, structure }: { readonly organizationId: string; readonly structure: CatalogueStructure },
  fields: readonly ValuesByField[],
): Promise<(field: number, value: string) => ValueDetails> {
  const optionKeys = fields.flatMap(({ of, values }) =>
    of.kind === 'option' ? values.map((value) => optionKey(of.optionSet, value)) : [],
  );
  const options = await optionStore.load(transaction, organizationId, optionKeys, false);
  const categories = await categoryStore.load(
    transaction,
    organizationId,
    fields.flatMap(({ of, values }) => (of.kind === 'category' ? values.map(foldKey) : [])),
    false,
  );
  const entities = new Map<string, ReadonlyMap<string, Labels>>();
  for (const [type, codes] of entitiesIn(fields))
    entities.set(type, await findEntityLabels(transaction, organizationId, type, codes));
  return (field, value) => {
    const of = fields[field]?.of ?? { kind: 'word' };
    const describeValue = (labels: Labels | undefined, swatch: Swatch | null = null): ValueDetails => ({
      labels: labels ?? {},
      name: value,
      swatch,
    });
    switch (of.kind) {
      case 'enum':
        return { labels: null, name: humanize(value), swatch: null };
      case 'boolean':
        return { labels: null, name: value === 'true' ? 'Yes' : 'No', swatch: null };
      case 'word':
        return { labels: null, name: value, swatch: null };
      case 'set':
        return describeValue(structure.sets.get(foldKey(value))?.document.labels);
      case 'channel':
        return describeValue(structure.channels.get(foldKey(value))?.document.labels);
      case 'attribute':
        return describeValue(structure.attributes.get(foldKey(value))?.labels);
      case 'category':
        return describeValue(categories.get(foldKey(value))?.document.labels);
      case 'entity':
        return describeValue(entities.get(of.entityType)?.get(value));
      case 'option': {
        const option = options.get(optionKey(of.optionSet, value))?.document;
        return describeValue(option?.labels, option?.swatch ?? null);
      }
    }
  };
}

/** Returns the codes of entities by their type. */
function entitiesIn(fields: readonly ValuesByField[]): ReadonlyMap<string, readonly string[]> {
  const valuesByType = new Map<string, string[]>();
  for (const { of, values } of fields)
    if (of.kind === 'entity' && values.length > 0)
      valuesByType.set(of.entityType, [...(valuesByType.get(of.entityType) ?? []), ...values]);
  return valuesByType;
}

/** Returns `in_review` as people write it: "In review". */
export function humanize(name: string): string {
  const title = name.replaceAll('_', ' ');
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}
