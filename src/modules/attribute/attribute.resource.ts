import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { checkLabels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { Attribute } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import type { ValidationResult } from '../../platform/resource/resource.ts';
import { immutableProperty } from '../../platform/resource/write-resources.ts';
import { type AttributeDocument, attributeStore } from './attribute.store.ts';
import {
  type AttributeFilter,
  attributeConditions,
  MEMBERS_OF_SETS,
  MEMBERS_OF_TYPES,
} from './attribute-conditions.ts';
import {
  type AttributeReferences,
  changedImmutableFields,
  loadAttributeReferences,
} from './attribute-references.ts';
import { canonicalAttribute, checkAttributeRules } from './attribute-rules.ts';
import { ATTRIBUTE_TYPES, type AttributeDefinition, type AttributeType } from './attribute-types.ts';

/** Longest guideline in characters. */
const MAX_GUIDELINE_LENGTH = 10_000;
/** Types of the contract that have no rules yet, besides those that say so themselves. */
const PLANNED_TYPES = ['table'];

export const attributeResource = defineResource<
  Attribute,
  AttributeDocument,
  AttributeReferences,
  AttributeFilter
>({
  resource: 'attribute',
  type: 'Attribute',
  noun: 'attribute',
  plural: 'attributes',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: attributeStore,
  list: {
    position: ['sort_order'],
    // Those of one group come in its order.
    defaultSort: ({ group }) => (group === null || group === undefined ? 'code' : 'position'),
    used: `code IN (${MEMBERS_OF_SETS}) OR code IN (${MEMBERS_OF_TYPES})`,
    where: attributeConditions,
  },
  immutable: ['code', 'type'],
  localized: ['labels', 'guidelines'],
  merged: ['validation'],
  worded: ['validation'],
  blank({ code, type }) {
    const isKnownType = typeof type === 'string' && Object.hasOwn(ATTRIBUTE_TYPES, type);
    return {
      code: String(code),
      type: (type ?? '') as AttributeType,
      apiName: '',
      labels: {},
      guidelines: {},
      group: null,
      sortOrder: 0,
      localizable: false,
      scopable: false,
      availableLocales: null,
      unique: isKnownType && ATTRIBUTE_TYPES[type as AttributeType].alwaysUnique,
      readOnly: false,
      filterable: true,
      searchable: false,
      defaultValue: null,
      validation: {},
      optionSet: null,
      entityType: null,
      measurementFamily: null,
      defaultUnit: null,
    };
  },
  references: loadAttributeReferences,
  check: checkAttribute,
});

export const {
  delete: deleteAttribute,
  loader: attributeLoader,
  update: updateAttribute,
  upsert: upsertAttributes,
} = attributeResource;

function checkAttribute(
  next: AttributeDocument,
  current: AttributeDocument | null,
  references: AttributeReferences,
  accepted: ReadonlyMap<string, AttributeDocument>,
): ValidationResult<AttributeDocument> {
  // Another type is rejected as a whole; rules of the new type would only distract.
  if (current !== null && next.type !== current.type) return { document: next, problems: [] };
  const typeProblem = checkType(next.type);
  if (typeProblem !== null) return { document: next, problems: [typeProblem] };
  const resolved = resolveReferences(next, references);
  const name = references.names.validate(next, current, accepted);
  const problems = [
    ...checkReferences(next, references),
    ...name.problems,
    ...checkAttributeRules(resolved, references.values).filter(({ code }) => code !== 'reference-not-found'),
    ...checkLabels(next.labels, ['labels']),
    ...checkLabels(next.guidelines, ['guidelines'], MAX_GUIDELINE_LENGTH),
    ...checkLocales(next),
    ...checkAxis(resolved, references),
  ];
  if (problems.length > 0) return { document: next, problems };
  const canonical = canonicalAttribute(resolved, references.values);
  const document = toDocument({ ...canonical, apiName: name.value });
  const fixed =
    current !== null && references.withValues.has(current.code)
      ? changedImmutableFields(current, document)
      : [];
  const immutableError = fixed.length === 0 ? null : immutableProperty(fixed, localized('once-values-exist'));
  return { document, problems: [], refusal: immutableError };
}

function checkType(type: string): FieldProblem | null {
  if (Object.hasOwn(ATTRIBUTE_TYPES, type)) return null;
  if (type === '') return fieldProblem('required', ['type'], localized('attribute-type-required'));
  if (PLANNED_TYPES.includes(type)) {
    const message = localized('attribute-type-planned', { type });
    return fieldProblem('value-not-allowed', ['type'], message, { value: type });
  }
  const suggestions = suggest(type, Object.keys(ATTRIBUTE_TYPES));
  const message = withSuggestions(localized('not-found', { kind: 'attribute type', ref: type }), suggestions);
  return fieldProblem('value-not-allowed', ['type'], message, { value: type, suggestions });
}

/** Returns the attribute with its references in their stored case; what is not found stays as it was sent. */
function resolveReferences(next: AttributeDocument, references: AttributeReferences): AttributeDefinition {
  const { groups, optionSets, entityTypes, families, locales } = references;
  const { group, optionSet, entityType, measurementFamily, availableLocales, defaultUnit, type } = next;
  const family = measurementFamily === null ? undefined : families.find(measurementFamily);
  return {
    ...next,
    id: '',
    group: group === null ? null : (groups.find(group)?.code ?? group),
    optionSet: optionSet === null ? null : (optionSets.find(optionSet)?.code ?? optionSet),
    entityType: entityType === null ? null : (entityTypes.find(entityType)?.code ?? entityType),
    measurementFamily: family?.code ?? measurementFamily,
    defaultUnit: defaultUnit ?? (type === 'measurement' ? (family?.standardUnit ?? null) : null),
    availableLocales: availableLocales?.map((locale) => locales.find(locale)?.code ?? locale) ?? null,
  };
}

function checkReferences(next: AttributeDocument, references: AttributeReferences): FieldProblem[] {
  const { groups, optionSets, entityTypes, families, locales } = references;
  const { group, optionSet, entityType, measurementFamily, availableLocales, type } = next;
  const { needs } = ATTRIBUTE_TYPES[type];
  const problems: FieldProblem[] = [];
  if (group !== null && groups.find(group) === undefined)
    problems.push(groups.notFoundProblem(['group'], 'attribute group', group));
  if (needs === 'optionSet' && optionSet !== null && optionSets.find(optionSet) === undefined)
    problems.push(optionSets.notFoundProblem(['optionSet'], 'option set', optionSet));
  if (needs === 'entityType' && entityType !== null && entityTypes.find(entityType) === undefined)
    problems.push(entityTypes.notFoundProblem(['entityType'], 'entity type', entityType));
  if (
    needs === 'measurementFamily' &&
    measurementFamily !== null &&
    families.find(measurementFamily) === undefined
  )
    problems.push(families.notFoundProblem(['measurementFamily'], 'measurement family', measurementFamily));
  availableLocales?.forEach((locale, index) => {
    if (locales.find(locale) !== undefined) return;
    problems.push(locales.notFoundProblem(['availableLocales', String(index)], 'locale', locale));
  });
  return problems;
}

function checkLocales({ availableLocales, localizable }: AttributeDocument): FieldProblem[] {
  if (availableLocales === null) return [];
  const path = ['availableLocales'];
  if (!localizable) {
    const message = localized('locales-of-localizable-only');
    return [fieldProblem('value-not-allowed', path, message)];
  }
  const folded = availableLocales.map((locale) => locale.toLowerCase());
  return availableLocales.flatMap((locale, index) => {
    if (folded.indexOf(locale.toLowerCase()) === index) return [];
    const message = localized('listed-twice', { ref: locale });
    return [fieldProblem('duplicate-item', [...path, String(index)], message, { value: locale })];
  });
}

/** Rejects an axis that can have more than one value per product. */
function checkAxis(
  { code, localizable, scopable }: AttributeDefinition,
  { axes }: AttributeReferences,
): FieldProblem[] {
  const set = axes.get(code);
  if (set === undefined) return [];
  const properties = [...(localizable ? ['localizable'] : []), ...(scopable ? ['scopable'] : [])];
  const message = localized('axis-has-one-value', { attribute: code, set });
  return properties.map((property) =>
    fieldProblem('value-not-allowed', [property], message, { attribute: code }),
  );
}

function toDocument({ id: _id, ...document }: AttributeDefinition): AttributeDocument {
  return document;
}
