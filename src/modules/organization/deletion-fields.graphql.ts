import type { PothosTypes } from '../../graphql/builder.ts';
import type { Actor } from '../../kernel/session.ts';
import { restoreDeadline } from '../../platform/operation/restore-window.ts';
import { ActorType } from './user.graphql.ts';

/** Row of a deleted object: its deletion is its last change. */
interface DeletedRow {
  readonly deletedAt: Date | null;
  readonly updatedBy: unknown;
}

/** Declares the fields that deleted products and entities share. */
export function deletionFields(builder: unknown): object {
  const t = builder as PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, DeletedRow>;
  return {
    deletedAt: t.field({
      type: 'DateTime',
      description: 'When it was deleted.',
      resolve: ({ deletedAt }) => deletedAt as Date,
    }),
    deletedBy: t.field({
      type: ActorType,
      description: 'User or token that deleted it.',
      resolve: ({ updatedBy }) => updatedBy as Actor,
    }),
    restorableUntil: t.field({
      type: 'DateTime',
      description: 'Until when it can be restored. After that, it is removed permanently.',
      resolve: ({ deletedAt }) => restoreDeadline(deletedAt as Date),
    }),
  };
}
