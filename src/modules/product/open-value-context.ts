import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import type { WriteWork } from '../../kernel/operation.ts';
import type { OwnedCode } from '../../platform/resource/owned-codes.ts';
import type { AttributeDefinition, ValueTypeContext } from '../attribute/index.ts';
import { loadEntityLookups } from '../entity-reference/index.ts';
import { loadMediaFacts } from '../media/index.ts';
import { loadOptionLookups } from '../option-set/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { CellWrite } from './values/cells.ts';
import type { ValueContext } from './values/value-context.ts';

/**
 * What the value types look up, with the options, entities and files that the cells and the default values of
 * attributes name each loaded in one statement.
 */
export async function openValueContext(
  work: WriteWork,
  structure: CatalogueStructure,
  cells: readonly CellWrite[],
): Promise<ValueTypeContext> {
  const { organizationId } = work.session;
  const named = [...cells.flatMap(assignedValue), ...defaultsOf(structure)];
  const options = await loadOptionLookups(
    work,
    organizationId,
    ownedCodes(structure, named, ({ optionSet }) => optionSet),
  );
  const entities = await loadEntityLookups(
    work,
    organizationId,
    ownedCodes(structure, named, ({ entityType }) => entityType),
  );
  const media = await loadMediaFacts(work, organizationId, namedMedia(structure, named));
  return {
    findOption: options.find,
    optionCodes: options.codesOf,
    findEntity: entities.find,
    entityCodes: entities.codesOf,
    findMedia: (code) => media.get(foldKey(code)),
    findMeasurementFamily: (code) => structure.families.get(foldKey(code)),
    currencies: structure.currencies,
    today: work.now.toISOString().slice(0, 10),
  };
}

/** A value that is, or may be, written to an attribute. */
interface NamedValue {
  readonly attribute: string;
  readonly value: JsonValue;
}

const assignedValue = (write: CellWrite): NamedValue[] => (write.clear ? [] : [write]);

/** What new products and entities may begin with. */
function defaultsOf(structure: CatalogueStructure): NamedValue[] {
  return [...structure.attributes.values()]
    .filter(({ defaultValue }) => defaultValue !== null)
    .map(({ code, defaultValue }) => ({ attribute: code, value: defaultValue }));
}

/** The codes that values name within what their attributes refer to. */
function ownedCodes(
  structure: CatalogueStructure,
  values: readonly NamedValue[],
  ownerOf: (attribute: AttributeDefinition) => string | null,
): OwnedCode[] {
  return values.flatMap(({ attribute: code, value }) => {
    const attribute = structure.attributes.get(foldKey(code));
    const owner = attribute === undefined ? null : ownerOf(attribute);
    if (owner === null) return [];
    const items = isJsonArray(value) ? value : [value];
    return items.flatMap((item) => (typeof item === 'string' ? { owner, code: item } : []));
  });
}

function namedMedia(structure: CatalogueStructure, values: readonly NamedValue[]): readonly string[] {
  return values.flatMap(({ attribute, value }) => {
    const type = structure.attributes.get(foldKey(attribute))?.type;
    if (type !== 'media' && type !== 'media_list') return [];
    const items = isJsonArray(value) ? value : [value];
    return items.filter((item) => typeof item === 'string');
  });
}

/**
 * The context of the cells of one product or entity.
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
