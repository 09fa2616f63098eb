import { foldKey } from '../../../kernel/codes.ts';
import type { ReadWork } from '../../../kernel/operation.ts';
import type { Choices } from '../../attribute/index.ts';
import { loadEntityChoices } from '../../entity-reference/index.ts';
import { loadOptionChoices } from '../../option-set/index.ts';
import type { SetStructure } from '../../structure/index.ts';
import type { ListedFacts } from './schema-scope.ts';

/** A schema lists up to this many options of a set or entities of a type by their codes; more are only counted. */
const MAX_LISTED_CODES = 100;

const NONE: Choices = { codes: [], total: 0 };

/** Loads what the schema and the example of a set's products list, in one statement for options and one for entities. */
export async function loadListedFacts(work: ReadWork, { attributes }: SetStructure): Promise<ListedFacts> {
  const { organizationId } = work.session;
  const optionSets = [...new Set(attributes.flatMap(({ optionSet }) => optionSet ?? []))];
  const entityTypes = [...new Set(attributes.flatMap(({ entityType }) => entityType ?? []))];
  const options =
    optionSets.length === 0
      ? new Map<string, Choices>()
      : await loadOptionChoices(work, organizationId, optionSets, MAX_LISTED_CODES);
  const entities =
    entityTypes.length === 0
      ? new Map<string, Choices>()
      : await loadEntityChoices(work, organizationId, entityTypes, MAX_LISTED_CODES);
  return {
    optionsOf: (optionSet) => options.get(foldKey(optionSet)) ?? NONE,
    entitiesOf: (entityType) => entities.get(foldKey(entityType)) ?? NONE,
    today: work.now.toISOString().slice(0, 10),
  };
}
