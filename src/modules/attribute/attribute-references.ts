import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import {
  loadReferencedDocuments,
  type ReferencedDocuments,
} from '../../platform/resource/referenced-documents.ts';
import type { ResourceDocument } from '../../platform/resource/resource.ts';
import { type ApiNames, loadApiNames } from '../api-name/index.ts';
import { type AttributeGroupDocument, attributeGroupStore } from '../attribute-group/index.ts';
import { currencyStore } from '../currency/index.ts';
import { entityTypeCodes, loadEntityLookups } from '../entity-reference/index.ts';
import { type LocaleDocument, localeStore } from '../locale/index.ts';
import { type MeasurementFamily, measurementFamilyStore } from '../measurement/index.ts';
import { loadMediaMetadata } from '../media/index.ts';
import { loadOptionLookups, type OptionSetDocument, optionSetStore } from '../option-set/index.ts';
import { type AttributeDocument, findAttributesWithValues, findAxes } from './attribute.store.ts';
import type { ValueTypeContext } from './value-types/value-type.ts';

/** Lookups of the rules of attributes besides the attributes themselves. */
export interface AttributeReferences {
  readonly groups: ReferencedDocuments<AttributeGroupDocument>;
  readonly optionSets: ReferencedDocuments<OptionSetDocument>;
  readonly entityTypes: ReferencedDocuments<ResourceDocument>;
  readonly families: ReferencedDocuments<MeasurementFamily>;
  readonly locales: ReferencedDocuments<LocaleDocument>;
  readonly values: ValueTypeContext;
  readonly names: ApiNames;
  /** Attributes that products have values of, among those whose values would change their meaning. */
  readonly withValues: ReadonlySet<string>;
  /** Attributes that are variant axes, with their set, among those that become localizable or scopable. */
  readonly axes: ReadonlyMap<string, string>;
}

/** Properties that decide where values are kept and what they mean, so they stay as soon as there are any. */
const FIXED_BY_VALUES = [
  'localizable',
  'scopable',
  'unique',
  'optionSet',
  'entityType',
  'measurementFamily',
] as const satisfies readonly (keyof AttributeDocument)[];

/** Loads all of it for any number of attributes; what none of them needs is not read. */
export async function loadAttributeReferences(
  context: WriteContext,
  next: readonly AttributeDocument[],
  current: readonly (AttributeDocument | null)[],
): Promise<AttributeReferences> {
  const { organizationId } = context.session;
  const referencedCodes = (pick: (document: AttributeDocument) => string | readonly string[] | null) =>
    next.flatMap((document) => pick(document) ?? []);
  const changed = next.flatMap((document, index) => {
    const before = current[index] ?? null;
    return before === null ? [] : [{ before, document }];
  });
  const families = await loadReferencedDocuments(
    context,
    measurementFamilyStore,
    referencedCodes(({ measurementFamily }) => measurementFamily),
  );
  return {
    groups: await loadReferencedDocuments(
      context,
      attributeGroupStore,
      referencedCodes(({ group }) => group),
    ),
    optionSets: await loadReferencedDocuments(
      context,
      optionSetStore,
      referencedCodes(({ optionSet }) => optionSet),
    ),
    entityTypes: await loadReferencedDocuments(
      context,
      entityTypeCodes,
      referencedCodes(({ entityType }) => entityType),
    ),
    locales: await loadReferencedDocuments(
      context,
      localeStore,
      referencedCodes(({ availableLocales }) => availableLocales),
    ),
    families,
    values: await loadValueContext(context, next, families),
    names: await loadApiNames(context, 'attribute', next, current),
    withValues: await findAttributesWithValues(
      context,
      organizationId,
      changed.filter(({ before, document }) => differs(before, document)).map(({ before }) => before.code),
    ),
    axes: await findAxes(
      context,
      organizationId,
      changed
        .filter(
          ({ before, document }) =>
            (document.localizable && !before.localizable) || (document.scopable && !before.scopable),
        )
        .map(({ before }) => before.code),
    ),
  };
}

/** Returns the {@link FIXED_BY_VALUES} properties in which two states of an attribute differ; codes in either case. */
export function changedImmutableFields(before: AttributeDocument, after: AttributeDocument): string[] {
  const folded = (value: string | boolean | null) => (typeof value === 'string' ? foldKey(value) : value);
  return FIXED_BY_VALUES.filter((property) => folded(before[property]) !== folded(after[property]));
}

const differs = (before: AttributeDocument, after: AttributeDocument) =>
  changedImmutableFields(before, after).length > 0;

/** Loads the context that validates the default values and rules of the attributes. */
async function loadValueContext(
  context: WriteContext,
  next: readonly AttributeDocument[],
  families: ReferencedDocuments<MeasurementFamily>,
): Promise<ValueTypeContext> {
  const { organizationId } = context.session;
  // Several items of a batch may be about one attribute; which of them count is not known yet.
  const attributes = [...Map.groupBy(next, ({ code }) => foldKey(code)).values()];
  const defaults = (ownerOf: (document: AttributeDocument) => string | null) =>
    attributes.flatMap((documents) => {
      const codes = new Set(documents.flatMap(({ defaultValue }) => codesIn(defaultValue)));
      const owners = new Set(documents.flatMap((document) => ownerOf(document) ?? []));
      return [...owners].flatMap((owner) => [...codes].map((code) => ({ owner, code })));
    });
  const options = await loadOptionLookups(
    context,
    organizationId,
    defaults(({ optionSet }) => optionSet),
  );
  const entities = await loadEntityLookups(
    context,
    organizationId,
    defaults(({ entityType }) => entityType),
  );
  const withFiles = next.filter(({ type }) => type === 'media' || type === 'media_list');
  const media = await loadMediaMetadata(
    context,
    organizationId,
    withFiles.flatMap(({ defaultValue }) => codesIn(defaultValue)),
  );
  return {
    findOption: options.find,
    optionLabels: options.labelledCodesOf,
    findEntity: entities.find,
    entityCodes: entities.codesOf,
    findMedia: (code) => media.get(foldKey(code)),
    findMeasurementFamily: (code) => families.find(code),
    currencies: next.some(({ type }) => type === 'price') ? await loadCurrencies(context) : new Set(),
    today: context.now.toISOString().slice(0, 10),
  };
}

async function loadCurrencies(context: WriteContext): Promise<ReadonlySet<string>> {
  const all = await currencyStore.loadAll(context, context.session.organizationId);
  return new Set(all.filter(({ document }) => document.enabled).map(({ document }) => document.code));
}

function codesIn(value: JsonValue): string[] {
  const items = isJsonArray(value) ? value : [value];
  return items.filter((item) => typeof item === 'string');
}
