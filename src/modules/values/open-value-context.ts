import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import type { ReadContext, WriteContext } from '../../kernel/operation.ts';
import type { QualifiedCode } from '../../platform/resource/qualified-codes.ts';
import type { ValueTypeContext } from '../attribute/index.ts';
import { loadEntityLookups } from '../entity-reference/index.ts';
import { loadMediaMetadata } from '../media/index.ts';
import { loadOptionLookups } from '../option-set/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { CellWrite } from './cells/cells.ts';
import type { ValueContext } from './cells/value-context.ts';

/**
 * Opens the lookups of the value types, with the options, entities and files that the cells and the default values of
 * attributes name; each kind is loaded in one statement.
 */
export async function openValueContext(
  context: ReadContext | WriteContext,
  structure: CatalogueStructure,
  cells: readonly CellWrite[],
): Promise<ValueTypeContext> {
  const { organizationId } = context.session;
  const references = referencedCodes(structure, [...cells.flatMap(referencedBy), ...defaultsOf(structure)]);
  const options = await loadOptionLookups(context, organizationId, references.options);
  const entities = await loadEntityLookups(context, organizationId, references.entities);
  const media = await loadMediaMetadata(context, organizationId, references.media);
  return {
    findOption: options.find,
    optionLabels: options.labelledCodesOf,
    findEntity: entities.find,
    entityCodes: entities.codesOf,
    findMedia: (code) => media.get(foldKey(code)),
    findMeasurementFamily: (code) => structure.families.get(foldKey(code)),
    currencies: structure.currencies,
    today: context.now.toISOString().slice(0, 10),
  };
}

/** A value that is, or may be, written to an attribute. */
interface NamedValue {
  readonly attribute: string;
  readonly value: JsonValue;
}

const referencedBy = (write: CellWrite): NamedValue[] =>
  write.clear === true ? [] : [write, { attribute: write.attribute, value: write.add ?? null }];

/** Returns the values with which new products and entities may begin. */
function defaultsOf(structure: CatalogueStructure): NamedValue[] {
  return [...structure.attributes.values()]
    .filter(({ defaultValue }) => defaultValue !== null)
    .map(({ code, defaultValue }) => ({ attribute: code, value: defaultValue }));
}

/** Codes in values that are no part of the structure. */
interface ReferencedCodes {
  readonly options: QualifiedCode[];
  readonly entities: QualifiedCode[];
  readonly media: string[];
}

function referencedCodes(structure: CatalogueStructure, values: readonly NamedValue[]): ReferencedCodes {
  const references: ReferencedCodes = { options: [], entities: [], media: [] };
  for (const { attribute: code, value } of values) {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute === undefined) continue;
    const { type, optionSet, entityType } = attribute;
    for (const item of isJsonArray(value) ? value : [value]) {
      if (typeof item !== 'string') continue;
      if (optionSet !== null) references.options.push({ owner: optionSet, code: item });
      if (entityType !== null) references.entities.push({ owner: entityType, code: item });
      if (type === 'media' || type === 'media_list') references.media.push(item);
    }
  }
  return references;
}

/**
 * Returns the context of the cells of one product or entity.
 *
 * @param members the attributes it may hold (stored codes); undefined: all
 */
export function toValueContext(
  structure: CatalogueStructure,
  lookups: ValueTypeContext,
  members: ReadonlySet<string> | undefined,
  more: Pick<ValueContext, 'placement' | 'membership'>,
): ValueContext {
  return {
    ...lookups,
    attributes: structure.attributes,
    channels: structure.channels,
    locales: structure.locales,
    inSet: members === undefined ? () => true : (code) => members.has(code),
    ...more,
  };
}
