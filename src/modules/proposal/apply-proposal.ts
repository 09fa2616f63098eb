import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { lockStructure } from '../../platform/resource/structure-revision.ts';
import { applyModel, createMissing, type ModelItem, type ModelItemResult } from '../catalogue/index.ts';
import type { ColumnMapping } from '../file-formats/index.ts';
import { type ImportPreview, previewImport, startImport } from '../import/index.ts';
import { BUILT_IN_FAMILIES } from '../measurement/index.ts';
import { resolveOptionTerms } from '../option-set/index.ts';
import { readStructure } from '../structure/index.ts';
import { resolveTarget, type TargetInput } from '../template/index.ts';
import { type ColumnDecision, decideColumns } from './decide-columns.ts';
import { type PlannedColumn, planProposal } from './plan-proposal.ts';
import type { ProposalScope } from './proposal-scope.ts';
import { proposeColumns } from './propose-columns.ts';
import type { ProposedSet } from './proposed-items.ts';
import { readTable, type TableFile } from './read-table.ts';

export interface ApplyProposalInput extends TargetInput, TableFile {
  /** Attribute set of the products; null for the usual one. */
  readonly attributeSet: { readonly code: string; readonly label: string | null } | null;
  readonly decisions: readonly ColumnDecision[];
  /** True if the products shall be published. */
  readonly publish: boolean;
}

export interface AppliedProposal {
  readonly columns: readonly PlannedColumn[];
  readonly channel: string;
  readonly attributeSet: string;
  readonly results: readonly ModelItemResult[];
  /** Settings of the import. */
  readonly mapping: readonly ColumnMapping[];
  readonly headerRow: number;
  /** Results of the first rows; null unless it is a dry run. */
  readonly preview: ImportPreview | null;
  /** Id of the job that imports the products; null in a dry run. */
  readonly jobId: string | null;
}

/** Objects of the model that one proposal creates, options included. */
const MAX_OBJECTS = 10_000;

const USUAL_SET: ProposedSet = { code: 'product', label: 'Product' };

/**
 * Makes a catalogue of a table of products: infers the meaning of its columns, creates the attributes, options,
 * categories and units that are missing, and starts the import of its rows. A dry run is the proposal: it returns the
 * same with the results of the first rows, and stores nothing.
 *
 * @throws ValidationFailed for files that are no tables or have no key, and for decisions that do not fit
 */
export const applyProposal = defineWrite({
  name: 'applyProposal',
  scope: { allOf: ['attributes:write', 'settings:write', 'products:write', 'import-export:write'] },
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, input: ApplyProposalInput): Promise<AppliedProposal> {
    // The file is read and understood before anything is locked, because a large one takes its time.
    const { settings, columns } = await readTable(input);
    const before = await readStructure(context);
    const families = [
      ...BUILT_IN_FAMILIES.filter(({ code }) => !before.families.has(foldKey(code))),
      ...before.families.values(),
    ];
    const currency = resolveTarget(before, input).currencies[0] ?? 'USD';
    const proposed = await proposeColumns(columns, families, currency);
    await lockStructure(context);
    const structure = await readStructure(context);
    const scope: ProposalScope = resolveTarget(structure, input);
    const set = input.attributeSet ?? USUAL_SET;
    const plan = await planProposal(
      decideColumns(proposed, input.decisions, currency),
      { code: set.code, label: set.label ?? set.code },
      scope,
      structure,
    );
    if (plan.items.length > MAX_OBJECTS) {
      const message = localized('proposal-too-many-objects', { count: plan.items.length, max: MAX_OBJECTS });
      throw ValidationFailed.of([
        fieldProblem('too-many-items', ['decisions'], message, { value: plan.items.length }),
      ]);
    }
    const mapping = input.publish ? [...plan.mapping, PUBLISHED] : plan.mapping;
    const results = [
      ...(await createMissing(context, await withoutKnownOptions(context, plan.items))),
      ...(plan.changes.length === 0
        ? []
        : (await applyModel.handler(context, { items: plan.changes, deletions: [] })).results),
    ];
    const overrides = { ...settings, mapping };
    const { file, storage } = input;
    return {
      columns: plan.columns,
      channel: scope.channel,
      attributeSet: set.code,
      results,
      mapping,
      headerRow: settings.options.headerRow ?? 1,
      preview: context.dryRun
        ? await previewImport.handler(context, {
            profile: null,
            overrides,
            source: { storage, key: file.key },
            scope: { channel: scope.channel, locale: scope.locales[0] ?? null },
          })
        : null,
      jobId: context.dryRun
        ? null
        : (
            await startImport.handler(context, {
              profile: null,
              file,
              overrides,
              dryRun: false,
              webhooks: 'summary',
              joins: true,
            })
          ).id,
    };
  },
});

/** Returns the objects without options that exist under another code: `Black` is one that has it as a label. */
async function withoutKnownOptions(
  context: WriteContext,
  items: readonly ModelItem[],
): Promise<readonly ModelItem[]> {
  const termOf = ({ kind, patch }: ModelItem) =>
    kind === 'option'
      ? {
          optionSet: String(patch.optionSet),
          code: String(Object.values(patch.labels ?? {})[0] ?? patch.code),
        }
      : null;
  const terms = items.flatMap((item) => termOf(item) ?? []);
  const codeFor = await resolveOptionTerms(context, context.session.organizationId, terms);
  return items.filter((item) => {
    const term = termOf(item);
    return term === null || codeFor(term) === term.code;
  });
}

const PUBLISHED: ColumnMapping = {
  column: '_status',
  target: 'status',
  transform: [{ default: 'published' }],
};
