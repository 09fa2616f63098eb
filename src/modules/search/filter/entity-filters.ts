import { foldKey } from '../../../kernel/codes.ts';
import type { EntityPropertyFilteredBy } from '../../property/index.ts';
import type { DateTimeCondition, FilterObject } from './filter.ts';
import { hasTerm, type IndexTerm, not, type Plan } from './plan.ts';
import type { PlanContext } from './plan-context.ts';
import { type FilterProperties, fullTextFilter, timestampFilter } from './product-filters.ts';

/** Conditions on the properties that entities hold themselves. */
type PropertyConditions = Readonly<
  Record<EntityPropertyFilteredBy<'one'>, string> & Record<EntityPropertyFilteredBy<'flag'>, boolean>
>;

/** Conditions on entities, by the key of what they are on. Codes in either case. */
export interface EntityConditions extends PropertyConditions {
  readonly codes: readonly string[];
  /** Each word of it in the code, a label or a searchable text. */
  readonly q: string;
  /** Only those that stand below none, or only those that stand below one. */
  readonly isRoot: boolean;
  readonly createdAt: DateTimeCondition;
  readonly updatedAt: DateTimeCondition;
}

type Conditions<Of> = { readonly [Key in keyof Of]?: Of[Key] | null | undefined };

/** Conditions on entities; all of one object must hold. `channel` and `locale` are the context of those on values. */
export interface EntityFilter extends FilterObject<EntityFilter>, Conditions<EntityConditions> {}

const yesOrNo = (isAsked: boolean, plan: Plan): Plan[] => [isAsked ? plan : not(plan)];

/** Everything that entities are filtered by besides attributes. */
export const ENTITY_FILTERS: FilterProperties<EntityConditions> = {
  entityType: {
    type: 'code',
    operators: ['eq'],
    plan: (code, planning) => [hasTerm(['set', typeCode(code, planning)])],
  },
  codes: {
    type: 'code',
    operators: ['in'],
    plan: (codes) => [{ kind: 'key', keys: codes.map(foldKey) }],
  },
  q: fullTextFilter,
  parent: {
    type: 'code',
    operators: ['eq'],
    plan: (code, { references }) => [
      hasTerm(...references.entityIds(code).map((id): IndexTerm => ['parent', id])),
    ],
  },
  isRoot: { type: 'boolean', operators: ['eq'], plan: (isRoot) => yesOrNo(isRoot, hasTerm(['parent'])) },
  active: { type: 'boolean', operators: ['eq'], plan: (active) => yesOrNo(active, hasTerm(['active'])) },
  createdAt: timestampFilter('createdAt'),
  updatedAt: timestampFilter('updatedAt'),
};

function typeCode(code: string, planning: PlanContext): string {
  const { structure, problems, path } = planning;
  const matchingCode = structure.entityTypes.get(foldKey(code))?.document.code;
  const typeCodes = [...structure.entityTypes.values()].map(({ document }) => document.code);
  if (matchingCode === undefined)
    problems.missing('reference-not-found', path, 'entity type', code, typeCodes);
  return matchingCode ?? code;
}
