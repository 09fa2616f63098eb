import { ApiError, errorMessage, isSignedOut } from '../../api/api-error.ts';
import { revertSaved } from '../../catalogue/undo/revert-saved.ts';
import type { UndoOutcome } from '../../catalogue/undo/use-undo.ts';
import { deleteEntity } from './entity-documents.ts';

interface NamedEntity {
  readonly code: string;
  readonly label: string;
}

/** An entity that was not deleted, and the reason: other objects refer to it. */
export interface RejectedEntity {
  readonly entity: NamedEntity;
  readonly reason: string;
}

/** Deletes entities one by one, up to a request that fails as a whole; those that other objects refer to stay. */
export async function deleteEntities(
  type: string,
  entities: readonly NamedEntity[],
): Promise<{
  readonly count: number;
  readonly rejections: readonly RejectedEntity[];
  readonly undo: () => Promise<UndoOutcome>;
  /** The error that has ended it, such as a broken connection; null if all were tried. */
  readonly error: unknown;
}> {
  const requestIds: string[] = [];
  const rejections: RejectedEntity[] = [];
  let count = 0;
  const result = (error: unknown) => ({
    count,
    rejections,
    undo: () => revertSaved({ requestIds, count: null }),
    error,
  });
  for (const entity of entities) {
    try {
      const requestId = await deleteEntity(type, entity.code);
      count += 1;
      if (requestId !== null) requestIds.push(requestId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'network' || isSignedOut(error))
        return result(error);
      rejections.push({ entity, reason: errorMessage(error) });
    }
  }
  return result(null);
}
