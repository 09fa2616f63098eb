import { countWithin, PRICES } from '../../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { ListIdentity, Page } from '../../../kernel/page.ts';
import { hasScope, type ScopeExpression, scopesIn } from '../../../kernel/scopes.ts';
import type { Session } from '../../../kernel/session.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../../platform/operation/keyset-page.ts';
import { CONFIGURATION_RESOURCES } from '../../configuration/index.ts';
import {
  countLabels,
  countMissingLabels,
  findLabels,
  LABEL_KINDS,
  type LabelKind,
  type LabelledObject,
  type LabelPosition,
} from './model-labels.store.ts';

const scopeOf = (kind: LabelKind): ScopeExpression =>
  CONFIGURATION_RESOURCES[kind === 'unit' ? 'measurement_family' : kind].scopes.read;

/** Any of the scopes of the kinds; kinds that the caller may not read are left out. */
const SCOPE: ScopeExpression = {
  anyOf: [...new Set(LABEL_KINDS.flatMap((kind) => scopesIn(scopeOf(kind))))],
};

const readableKinds = (session: Session, kinds: readonly LabelKind[]) =>
  kinds.filter((kind) => hasScope(session, scopeOf(kind)));

export interface ListModelLabelsInput extends PageRequest {
  /** All kinds when left out or empty. */
  readonly kinds?: readonly LabelKind[] | null | undefined;
  /** Part of the code or of a label in any locale. */
  readonly search?: string | null | undefined;
  /** Only objects without a label in one of these locales. */
  readonly missingIn?: readonly string[] | null | undefined;
  /** Only objects with one of these codes, in any case. */
  readonly codes?: readonly string[] | null | undefined;
}

/** Returns the objects of the model with their labels, by kind, owner and code. */
export const listModelLabels = defineRead({
  name: 'listModelLabels',
  scope: SCOPE,
  errors: [],
  async handler(context: PrismaReadContext, input: ListModelLabelsInput): Promise<Page<LabelledObject>> {
    const { cursors, session, budget } = context;
    const { organizationId } = session;
    const { kinds, search, missingIn, codes, after } = input;
    const size = pageSize(input.first);
    const filter = {
      kinds: readableKinds(
        session,
        kinds?.length ? LABEL_KINDS.filter((kind) => kinds.includes(kind)) : LABEL_KINDS,
      ),
      search: search?.trim() ?? '',
      missingIn: missingIn ?? null,
      codes: codes?.map(foldKey) ?? null,
    };
    const list: ListIdentity = JSON.parse(JSON.stringify(['model labels', filter]));
    const position = after === null || after === undefined ? null : cursors.decode(after, list);
    // The objects of all kinds are scanned for each page.
    budget?.spend(PRICES.search);
    const rows = await findLabels(context, organizationId, filter, {
      after: position as LabelPosition | null,
      limit: size + 1,
    });
    const items = rows.slice(0, size);
    return {
      items,
      cursorAt: (index) => {
        const { kind, owner, code } = items[index] ?? { kind: 'attribute', owner: '', code: '' };
        return cursors.encode([kind, owner, code], list);
      },
      hasNextPage: rows.length > size,
      count: () => countWithin(budget, PRICES.search, () => countLabels(context, organizationId, filter)),
    };
  },
});

/** Number of objects of a kind, and of those without a label, by enabled locale. */
export interface LabelSummary {
  readonly kind: LabelKind;
  readonly count: number;
  readonly missing: readonly { readonly locale: string; readonly count: number }[];
}

/** Returns how many objects of each kind have no label, by enabled locale. */
export const summarizeModelLabels = defineRead({
  name: 'summarizeModelLabels',
  scope: SCOPE,
  errors: [],
  async handler(context: PrismaReadContext): Promise<readonly LabelSummary[]> {
    const { session, budget } = context;
    const kinds = readableKinds(session, LABEL_KINDS);
    budget?.spend(PRICES.search);
    const rows = await countMissingLabels(context, session.organizationId, kinds);
    return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, ofKind]) => ({
      kind,
      count: ofKind[0]?.count ?? 0,
      missing: ofKind.flatMap(({ locale, missing }) => (locale === null ? [] : [{ locale, count: missing }])),
    }));
  },
});
