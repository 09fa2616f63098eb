import { foldKey } from '../../../kernel/codes.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { Page } from '../../../kernel/page.ts';
import { ValidationFailed } from '../../../kernel/refusal.ts';
import { didYouMean, suggest } from '../../../kernel/suggestion.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import type { PageRequest } from '../../../platform/operation/keyset-page.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';
import { fallbackChain } from '../../locale/index.ts';
import type { EntityFilter } from '../../search/index.ts';
import { type CatalogueStructure, fallbackOf, readStructure } from '../../structure/index.ts';
import { cellsData, entityLabel, entityView } from '../../values/index.ts';
import { listEntities } from './read-entities.ts';

export interface SearchEntitiesInput extends PageRequest {
  /** Code of their type. */
  readonly entityType: string;
  readonly codes?: readonly string[] | null | undefined;
  /** Words of a code, a label or a searchable text. */
  readonly query?: string | null | undefined;
  readonly filter?: EntityFilter | null | undefined;
}

/** An entity as one plain object. */
export interface EntitySheet {
  readonly entity: Entity;
  readonly label: string;
  /** Every cell as it is written. */
  readonly values: { readonly [code: string]: JsonValue };
}

/**
 * Entities of one type by code, each as one plain object.
 *
 * @throws ValidationFailed for a type that is not there, with the likely ones
 */
export const searchEntities = defineRead({
  name: 'searchEntities',
  scope: listEntities.scope,
  errors: ['invalid'],
  async handler(
    context: PrismaReadContext,
    { entityType, codes, query, filter, ...page }: SearchEntitiesInput,
  ): Promise<Page<EntitySheet>> {
    const structure = await readStructure(context);
    refuseUnknownType(structure, entityType);
    const found = await listEntities.handler(context, {
      ...page,
      filter: {
        entityType,
        ...(codes ? { codes } : {}),
        ...(query ? { q: query } : {}),
        ...(filter ? { and: [filter] } : {}),
      },
      query: {},
    });
    const chain = fallbackChain(structure.defaultLocale ?? '', (code) => fallbackOf(structure, code));
    const toSheet = (entity: Entity): EntitySheet => ({
      entity,
      label: entityLabel(entity, structure, chain),
      values: cellsData(entityView(entity, structure), {}),
    });
    return { ...found, items: found.items.map(toSheet) };
  },
});

function refuseUnknownType({ entityTypes }: CatalogueStructure, code: string): void {
  if (entityTypes.has(foldKey(code))) return;
  const suggestions = suggest(
    code,
    [...entityTypes.values()].map(({ document }) => document.code),
  );
  const message = `There is no entity type '${code}'.${didYouMean(suggestions)}`;
  const problem = fieldProblem('reference-not-found', ['entityType'], message, { value: code, suggestions });
  throw ValidationFailed.of([problem]);
}
