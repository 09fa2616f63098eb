import { foldKey } from '../../../kernel/codes.ts';
import type { EntityPropertyFilteredBy } from '../../property/index.ts';
import type { FilterObject, MomentCondition } from './filter.ts';
import { type Fact, fact, not, type Plan } from './plan.ts';
import type { Planning } from './planning.ts';
import { type FilterProperties, momentProperty, wordsProperty } from './product-filters.ts';

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
  readonly createdAt: MomentCondition;
  readonly updatedAt: MomentCondition;
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
    plan: (code, planning) => [fact(['set', typeCode(code, planning)])],
  },
  codes: {
    type: 'code',
    operators: ['in'],
    plan: (codes) => [{ kind: 'key', keys: codes.map(foldKey) }],
  },
  q: wordsProperty,
  parent: {
    type: 'code',
    operators: ['eq'],
    plan: (code, { references }) => [fact(...references.entityIds(code).map((id): Fact => ['parent', id]))],
  },
  isRoot: { type: 'boolean', operators: ['eq'], plan: (isRoot) => yesOrNo(isRoot, fact(['parent'])) },
  active: { type: 'boolean', operators: ['eq'], plan: (active) => yesOrNo(active, fact(['active'])) },
  createdAt: momentProperty('createdAt'),
  updatedAt: momentProperty('updatedAt'),
};

function typeCode(code: string, planning: Planning): string {
  const { structure, problems, path } = planning;
  const found = structure.entityTypes.get(foldKey(code))?.document.code;
  const known = [...structure.entityTypes.values()].map(({ document }) => document.code);
  if (found === undefined) problems.missing('reference-not-found', path, 'entity type', code, known);
  return found ?? code;
}
