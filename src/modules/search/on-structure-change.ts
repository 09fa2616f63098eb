import { foldKey } from '../../kernel/codes.ts';
import type { ResourceChange } from '../../kernel/module.ts';
import type { DomainModule, WriteContext } from '../../kernel/operation.ts';
import { bumpStructureRevision } from '../../platform/resource/structure-revision.ts';
import { readStructure } from '../structure/index.ts';
import { loadFieldUses } from './columns/field-use.store.ts';
import { rebuildSearchRows } from './rebuild-search-rows.ts';
import { assignColumns, type Field } from './row/column.ts';
import { countSearchable } from './search-source.ts';
import { loadSearchState, replaceColumns } from './search-state.store.ts';
import { staleLocaleKey } from './search-state.ts';

/** Effect of a change of configuration on search rows. */
interface Change {
  /** Attributes (folded codes) and locales that rows were not made by as they are now. */
  readonly stale?: readonly string[];
  /** Rows hold what is not to be found any more, or lack what is. */
  readonly isStale?: boolean;
  /** No product can have a value of the field yet. */
  readonly isNew?: (field: Field) => boolean;
}

type Written = ResourceChange<unknown>;

const codeOf = ({ before, after }: Written): string =>
  foldKey(((after ?? before) as { readonly code: string }).code);
const hasChanged = ({ changes }: Written, paths: readonly string[]) =>
  changes.some(({ path }) => paths.includes(path));
const created = (written: readonly Written[]) =>
  new Set(written.filter(({ before }) => before === null).map(codeOf));

/** Keeps search rows as the configuration is. */
export const searchModule: DomainModule = {
  onConfigurationChanged: {
    async attribute(context, written) {
      // An attribute becomes or ceases to be per channel or locale only as long as it has no value.
      const isFresh = (change: Written) =>
        change.before === null || hasChanged(change, ['localizable', 'scopable']);
      const fresh = new Set(written.filter(isFresh).map(codeOf));
      const stale = written.filter((change) => hasChanged(change, ['filterable', 'searchable']));
      const isGone = written.some(({ after }) => after === null);
      if (fresh.size === 0 && stale.length === 0 && !isGone) return;
      await markRowsStale(context, {
        stale: stale.map(codeOf),
        isNew: ({ attribute }) => fresh.has(foldKey(attribute)),
      });
    },
    async channel(context, written) {
      const fresh = created(written);
      // One that values name is not deleted.
      await markRowsStale(context, {
        isNew: ({ channel }) => channel !== null && fresh.has(foldKey(channel)),
      });
    },
    async locale(context, written) {
      const switched = written.filter((change) => change.before === null || hasChanged(change, ['enabled']));
      if (switched.length === 0) return;
      const enabled = switched.filter(
        ({ after }) => (after as { readonly enabled?: boolean } | null)?.enabled,
      );
      // Made disabled and enabled by its first change, or enabled from the beginning: nothing has a text in it yet.
      const fresh = new Set(
        enabled.filter(({ before, version }) => before === null || version <= 2).map(codeOf),
      );
      await markRowsStale(context, {
        isStale: switched.some((change) => !fresh.has(codeOf(change))),
        stale: enabled.map(codeOf).flatMap((code) => (fresh.has(code) ? [] : [staleLocaleKey(code)])),
        isNew: ({ locale }) => locale !== null && fresh.has(foldKey(locale)),
      });
    },
    currency: (context) => markRowsStale(context, {}),
    attribute_set: (context, written) => updateLabelTerms(context, written, 'sets'),
    entity_type: (context, written) => updateLabelTerms(context, written, 'entityTypes'),
  },
};

type Labelled = { readonly attributeAsLabel?: string | null } | null;

const labelsOf = (documents: readonly unknown[]): string[] =>
  documents.flatMap((document) => {
    const code = (document as Labelled)?.attributeAsLabel ?? null;
    return code === null ? [] : [foldKey(code)];
  });

/**
 * Follows a label attribute: the full text holds the attribute that is the label of a set or type, whether it is
 * searchable by itself or not.
 */
async function updateLabelTerms(
  context: WriteContext,
  written: readonly Written[],
  kind: 'sets' | 'entityTypes',
): Promise<void> {
  const [old, now] = [written.map(({ before }) => before), written.map(({ after }) => after)].map(labelsOf);
  if (old === undefined || now === undefined || (old.length === 0 && now.length === 0)) return;
  const structure = await readStructure(context);
  const codes = new Set(written.map(codeOf));
  const others = (['sets', 'entityTypes'] as const).flatMap((one) =>
    [...structure[one]]
      .filter(([code]) => one !== kind || !codes.has(code))
      .map(([, { document }]) => document),
  );
  const otherLabels = new Set(labelsOf(others));
  const flipped = [
    ...old.filter((code) => !now.includes(code)),
    ...now.filter((code) => !old.includes(code)),
  ];
  const stale = flipped.filter((code) => !otherLabels.has(code));
  if (stale.length > 0) await markRowsStale(context, { stale });
}

/** Gives columns to fields as they are now, and makes rows anew where that takes it. */
async function markRowsStale(
  context: WriteContext,
  { stale = [], isStale = false, isNew = () => false }: Change,
) {
  const structure = await readStructure(context);
  const { columns } = await loadSearchState(context, context.session.organizationId);
  const any = (await countSearchable(context, 1)) > 0;
  const uses = await loadFieldUses(context, context.session.organizationId, context.now);
  const next = assignColumns(columns, structure, { any, isNew }, uses);
  const hasChanges = JSON.stringify(next) !== JSON.stringify(columns);
  if (hasChanges) {
    await replaceColumns(context, next);
    await bumpStructureRevision(context);
  }
  const isUnready = next.some(({ field, ready }) => field !== null && !ready);
  if (!any || !(isStale || stale.length > 0 || (hasChanges && isUnready))) return;
  await rebuildSearchRows(context, stale);
}
