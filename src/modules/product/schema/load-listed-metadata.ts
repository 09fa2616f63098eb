import { foldKey } from '../../../kernel/codes.ts';
import type { ReadContext } from '../../../kernel/operation.ts';
import type { ListedCodes } from '../../attribute/index.ts';
import { loadActiveEntities } from '../../entity-reference/index.ts';
import { loadActiveOptions } from '../../option-set/index.ts';
import type { SetStructure } from '../../structure/index.ts';
import type { SchemaLookups } from './schema-scope.ts';

/** A schema lists up to this many options of a set or entities of a type by their codes; more are only counted. */
const MAX_LISTED_CODES = 100;

const NONE: ListedCodes = { codes: [], total: 0 };

/** Loads what the schema and the example of a set's products list, in one statement for options and one for entities. */
export async function loadListedMetadata(
  context: ReadContext,
  { attributes }: SetStructure,
): Promise<SchemaLookups> {
  const { organizationId } = context.session;
  const optionSets = attributes.flatMap(({ optionSet }) => optionSet ?? []);
  const entityTypes = attributes.flatMap(({ entityType }) => entityType ?? []);
  const options = await loadActiveOptions(context, organizationId, optionSets, MAX_LISTED_CODES);
  const entities = await loadActiveEntities(context, organizationId, entityTypes, MAX_LISTED_CODES);
  return {
    optionsOf: (optionSet) => options.get(foldKey(optionSet)) ?? NONE,
    entitiesOf: (entityType) => entities.get(foldKey(entityType)) ?? NONE,
    today: context.now.toISOString().slice(0, 10),
  };
}
