import { foldKey } from '../../../kernel/codes.ts';
import { Conflict, DomainError } from '../../../kernel/errors.ts';
import { decodeId } from '../../../kernel/ids.ts';
import type { WriteContext, WriteOperation } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { UpsertInput, UpsertResult } from '../../../platform/resource/resource-operations.ts';
import { lockStructure } from '../../../platform/resource/structure-revision.ts';
import { upsertAttributes } from '../../attribute/index.ts';
import { upsertAttributeSets } from '../../attribute-set/index.ts';
import { findCategoryAncestry, upsertCategories } from '../../category/index.ts';
import { type FileItem, toMediaUpdate, toResourceItem } from '../../file-formats/index.ts';
import { updateMedia } from '../../media/index.ts';
import { upsertOptionSets, upsertOptions } from '../../option-set/index.ts';
import { objectKey, type RowOutcome, type RowWriter, type WrittenItem } from './row-writer.ts';

const code = ({ fields }: FileItem) => foldKey(String(fields.code ?? ''));
const NO_MARKS = {
  marksOf: async (_work: WriteContext, items: readonly FileItem[]) => items.map(() => []),
  needsOf: async () => [],
  effectsOf: async (_work: WriteContext, written: readonly WrittenItem[]) => written.map(() => []),
};

/** Returns the rows of one kind of configuration. */
function configurationRows(
  upsert: WriteOperation<WriteContext, UpsertInput, UpsertResult>,
  more: Partial<RowWriter> = {},
): RowWriter {
  return {
    lock: lockStructure,
    async write(context, items, { mode }) {
      const { results } = await upsert.handler(context, {
        items: items.map(toResourceItem),
        mode,
        errorPolicy: 'reject_failed',
      });
      return results.map((result): RowOutcome => {
        if (result.outcome === 'failed')
          return { outcome: 'failed', id: null, refusal: result.refusal, notes: [] };
        return { outcome: result.outcome, id: decodeId(result.id)?.uuid ?? null, refusal: null, notes: [] };
      });
    },
    keyOf: code,
    isMissingRef: () => false,
    missingKey: (_item, { value }) => foldKey(String(value)),
    ...NO_MARKS,
    ...more,
  };
}

export const attributeRows = configurationRows(upsertAttributes);
export const attributeSetRows = configurationRows(upsertAttributeSets);
export const optionSetRows = configurationRows(upsertOptionSets);
export const optionRows = configurationRows(upsertOptions, {
  keyOf: (item) => `${foldKey(String(item.fields.option_set ?? ''))}/${code(item)}`,
});
export const categoryRows = configurationRows(upsertCategories, {
  async needsOf(context, items) {
    const parents = items.flatMap(({ fields: { parent } }) =>
      typeof parent === 'string' && parent !== '' ? [parent] : [],
    );
    // The ancestry includes the categories above a parent: a category is not below itself.
    const above = await findCategoryAncestry(context, context.session.organizationId, parents);
    return [...parents.map(foldKey), ...above.keys()].map(objectKey);
  },
  isMissingRef: (problem) => problem.code === 'reference-not-found' && problem.path[0] === 'parent',
});

/** Rows about files that are there; files come by uploads. */
export const mediaRows: RowWriter = {
  lock: async () => undefined,
  async write(context, items, { mode }) {
    const outcomes: RowOutcome[] = [];
    for (const item of items) outcomes.push(await writeMedia(context, item, mode));
    return outcomes;
  },
  keyOf: code,
  isMissingRef: () => false,
  missingKey: () => null,
  ...NO_MARKS,
};

async function writeMedia(context: WriteContext, item: FileItem, mode: string): Promise<RowOutcome> {
  try {
    if (mode === 'create') throw new Conflict('duplicate-code', localized('import-creates-no-files'));
    const { outcome, id } = await updateMedia.handler(context, toMediaUpdate(item));
    return { outcome, id: decodeId(id)?.uuid ?? null, refusal: null, notes: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { outcome: 'failed', id: null, refusal: error, notes: [] };
  }
}
