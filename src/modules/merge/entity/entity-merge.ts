import { foldKey } from '../../../kernel/codes.ts';
import { Conflict, NotFound, ValidationFailed } from '../../../kernel/errors.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { Labels } from '../../../kernel/labels.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import {
  deleteEntity,
  type EntityContent,
  findEntityAncestry,
  loadEntityContents,
  lockEntityContents,
  upsertEntities,
} from '../../entity/index.ts';
import { entityKey, loadEntityRows, loadEntityRowsById } from '../../entity-reference/index.ts';
import type { EntityTypeStructure } from '../../structure/index.ts';
import { emptyValues, rewriteValues, type Values } from '../../values/index.ts';
import { moveDefaults } from '../default-values.ts';
import {
  checkMergedCount,
  type MergeKind,
  type MergePlan,
  type MergeRequest,
  mergeProblem,
  resolveMerged,
} from '../merge-kind.ts';

/** A merge of entities. */
export interface EntityMergePlan extends MergePlan {
  readonly keep: EntityContent;
  readonly merged: readonly EntityContent[];
  readonly type: EntityTypeStructure;
  readonly fillEmpty: boolean;
}

/** Merges entities of a type: labels and values that the one to keep lacks are taken from the merged ones. */
export const entityMerge: MergeKind<EntityMergePlan> = {
  name: 'entity',
  async plan(context, structure, request, isPreview) {
    const type = structure.entityTypes.get(foldKey(request.owner));
    if (type === undefined) throw NotFound.of('entity type', request.owner);
    const entityType = type.document.code;
    checkMergedCount(request);
    const find = await loadEntities(context, entityType, request, isPreview);
    const { keep, merged } = resolveMerged(request, find, (ref) => ({
      code: 'entity-not-found',
      message: localized('entity-not-found', { ref, typeCode: entityType }),
    }));
    await checkPosition(context, keep, merged);
    const attributes = [...structure.attributes.values()].filter(
      (attribute) => attribute.entityType === entityType,
    );
    const codes = merged.map(({ code }) => code);
    const ids = merged.map(({ id }) => id);
    const replace = {
      attributes: new Set(attributes.map(({ code }) => code)),
      merged: new Set(codes),
      keep: keep.code,
    };
    const { id, code } = keep;
    return {
      keep,
      merged,
      type,
      fillEmpty: request.fillEmpty ?? true,
      attributes,
      objects: { kind: 'entity', owner: entityType, codes, ids },
      rewrite: {
        values: { replace },
        entities: { merged: new Set(ids), keep: { id, entityType, code } },
      },
    };
  },
  async remove(context, plan) {
    const { keep, merged } = plan;
    await moveDefaults(context, plan);
    const retained: string[] = [];
    for (const { entityType, code } of merged)
      try {
        await deleteEntity.handler(context, { entityType, code });
      } catch (error) {
        if (!(error instanceof Conflict) || error.code !== 'resource-in-use') throw error;
        retained.push(code);
      }
    const { labels, values } = filledContent(plan, new Set(retained));
    await upsertEntities.handler(context, {
      entityType: keep.entityType,
      items: [
        { code: keep.code, labels, valueRewrite: { fill: values } },
        ...retained.map((code) => ({ code, active: false })),
      ],
      mode: 'update',
      errorPolicy: 'reject_all',
    });
    return retained;
  },
};

/** Returns the look-up of the entities of a request by code or public id. */
async function loadEntities(
  context: WriteContext,
  entityType: string,
  { keep, merge }: MergeRequest,
  isPreview: boolean,
): Promise<(ref: string) => EntityContent | undefined> {
  const { organizationId } = context.session;
  const refs = [keep, ...merge];
  const ids = refs.flatMap((ref) => decodeIdOf('Entity', ref) ?? []);
  const codes = refs.filter((ref) => decodeIdOf('Entity', ref) === null);
  const rows = [
    ...(await loadEntityRowsById(context, organizationId, ids)),
    ...(await loadEntityRows(
      context,
      organizationId,
      codes.map((code) => ({ entityType, code })),
    )),
  ].filter((row) => row.entityType === entityType);
  const load = isPreview ? loadEntityContents : lockEntityContents;
  const contents = await load(context, [...new Set(rows.map(({ id }) => id))]);
  const byId = new Map(contents.map((entity) => [entity.id, entity]));
  const byCode = new Map(contents.map((entity) => [foldKey(entity.code), entity]));
  return (ref) => {
    const id = decodeIdOf('Entity', ref);
    return id === null ? byCode.get(foldKey(ref)) : byId.get(id);
  };
}

/** @throws ValidationFailed if the entity to keep is below a merged one, so that it would be below itself */
async function checkPosition(
  context: WriteContext,
  keep: EntityContent,
  merged: readonly EntityContent[],
): Promise<void> {
  if (keep.parentId === null) return;
  const above = new Set(await findEntityAncestry(context, [entityKey(keep)]));
  const ancestor = merged.find((entity) => above.has(entityKey(entity)));
  if (ancestor === undefined) return;
  const message = localized('merge-into-descendant', { keep: keep.code, merged: ancestor.code });
  throw ValidationFailed.of([mergeProblem(['keep'], 'cycle', message, keep.code)]);
}

/** Labels and values that an entity gets. */
interface FilledContent {
  readonly labels: Labels;
  readonly values: Values;
}

/**
 * Returns the labels and values that the entity to keep lacks, from the first merged one that has them. Values of
 * attributes that its type no longer has are left out, and unique values of entities that stay.
 *
 * @param retained codes of the merged entities that stay
 */
export function filledContent(
  { keep, merged, type, rewrite, fillEmpty }: EntityMergePlan,
  retained: ReadonlySet<string>,
): FilledContent {
  const labels: Record<string, string> = {};
  const values = emptyValues();
  if (!fillEmpty) return { labels, values };
  let all = keep.values;
  for (const source of merged) {
    for (const [locale, text] of Object.entries(source.labels))
      if (!Object.hasOwn(keep.labels, locale)) labels[locale] ??= text;
    const moved = rewriteValues(source.values, rewrite.values);
    const cellsByAttribute = emptyValues();
    for (const { code, unique } of type.attributes)
      if (moved[code] !== undefined && !(unique && retained.has(source.code)))
        cellsByAttribute[code] = moved[code];
    all = rewriteValues(all, { fill: cellsByAttribute });
  }
  for (const [code, cells] of Object.entries(all)) if (cells !== keep.values[code]) values[code] = cells;
  return { labels, values };
}
