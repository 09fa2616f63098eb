import { foldKey } from '../../kernel/codes.ts';
import type { ResourcePatch } from '../../platform/resource/resource.ts';
import type { ModelItem } from '../catalogue/index.ts';
import type { CatalogueStructure, SetStructure } from '../structure/index.ts';
import type { ProposalScope } from './proposal-scope.ts';
import type { ProposedAttribute } from './propose-attributes.ts';
import type { ProposedColumn } from './propose-columns.ts';
import { codeOf, freeCode, labelsIn } from './proposed-codes.ts';

/** The attribute set of the products. */
export interface ProposedSet {
  readonly code: string;
  readonly label: string;
}

const item = (kind: ModelItem['kind'], patch: ResourcePatch & { readonly code: string }): ModelItem => ({
  kind,
  patch,
  path: ['proposal', kind, patch.code],
});

/** Returns locales, currencies and families of units that are missing or not enabled. */
export function settingItems(
  { locales, currencies }: ProposalScope,
  columns: readonly ProposedColumn[],
  structure: CatalogueStructure,
): readonly ModelItem[] {
  const families = new Map(
    columns.flatMap(({ unit }) => (unit === null ? [] : [[unit.family.code, unit.family]])),
  );
  return [
    ...locales
      .filter((code) => !structure.locales.has(foldKey(code)))
      .map((code) => item('locale', { code, enabled: true })),
    ...currencies
      .filter((code) => !structure.currencies.has(code))
      .map((code) => item('currency', { code, enabled: true })),
    ...[...families.values()]
      .filter(({ code }) => !structure.families.has(foldKey(code)))
      .map((family) =>
        item('measurement_family', family as unknown as ResourcePatch & { readonly code: string }),
      ),
  ];
}

/** Returns the options that columns name, for an option set. */
export function optionItems(
  columns: readonly ProposedColumn[],
  optionSet: string,
  { locales }: ProposalScope,
): readonly ModelItem[] {
  const codes = new Set<string>();
  return [...new Set(columns.flatMap(({ options }) => options))].map((option) => {
    const code = freeCode(codeOf(option, 'option'), codes);
    codes.add(code);
    return item('option', { code, optionSet, labels: labelsIn(locales, option) });
  });
}

export function attributeItems(
  { stored, code, label, type, localizable, columns }: ProposedAttribute,
  scope: ProposalScope,
  index: number,
): readonly ModelItem[] {
  if (stored !== null) return stored.optionSet === null ? [] : optionItems(columns, stored.optionSet, scope);
  const [first] = columns;
  const labels = labelsIn(scope.locales, label);
  const isSelect = type === 'select' || type === 'multi_select';
  return [
    ...(isSelect ? [item('option_set', { code, labels }), ...optionItems(columns, code, scope)] : []),
    item('attribute', {
      code,
      type,
      labels,
      localizable,
      sortOrder: index + 1,
      ...(isSelect && { optionSet: code }),
      ...(type === 'measurement' && {
        measurementFamily: first?.unit?.family.code ?? null,
        defaultUnit: first?.unit?.unit.code ?? null,
      }),
      ...(type === 'identifier' && { validation: { format: 'gtin' } as unknown as ResourcePatch[string] }),
    }),
  ];
}

export const channelItem = ({ channel, channelLabel, locales, currencies, root }: ProposalScope): ModelItem =>
  item('channel', {
    code: channel,
    labels: labelsIn(locales, channelLabel ?? CHANNEL_LABEL),
    locales,
    currencies,
    categoryRoot: root,
  });

const CHANNEL_LABEL = 'Web shop';

/** Adds to an attribute set what it lacks. */
export function setChanges(
  { document, members }: SetStructure,
  used: readonly string[],
): readonly ModelItem[] {
  const missing = used.filter((code) => !members.has(code));
  const addAttributes = missing.map((code) => ({ code })) as unknown as ResourcePatch[string];
  return missing.length === 0 ? [] : [item('attribute_set', { code: document.code, addAttributes })];
}

/** Returns the attribute set with its label and its image. */
export function newSet(
  { code, label }: ProposedSet,
  attributes: readonly ProposedAttribute[],
  used: readonly string[],
  { locales }: ProposalScope,
): ModelItem {
  const name =
    attributes.find(({ columns: [first] }) => first?.terms.has('name')) ??
    attributes.find(({ type }) => type === 'text');
  const image = attributes.find(({ type }) => type === 'media' || type === 'media_list');
  return item('attribute_set', {
    code,
    labels: labelsIn(locales, label),
    attributes: used,
    ...(name !== undefined && {
      attributeAsLabel: name.code,
      requiredAttributes: { '*': [name.code] },
    }),
    ...(image !== undefined && { attributeAsImage: image.code }),
  });
}
