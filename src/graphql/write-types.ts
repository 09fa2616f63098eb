import { builder } from './builder.ts';

export const WriteOutcomeType = builder.enumType('WriteOutcome', {
  description: 'Outcome of a write for one object.',
  values: {
    CREATED: { value: 'created', description: 'The object was created.' },
    UPDATED: { value: 'updated', description: 'The object was updated; its version increased by one.' },
    UNCHANGED: {
      value: 'unchanged',
      description: 'The object already had these values: no new version and no event.',
    },
    DELETED: { value: 'deleted', description: 'The object was deleted permanently.' },
    FAILED: { value: 'failed', description: 'The item failed; nothing was written.' },
  } as const,
});

export const WriteModeType = builder.enumType('WriteMode', {
  description: 'What a batch does with existing and missing objects.',
  values: {
    UPSERT: { value: 'upsert', description: 'Creates missing objects and updates existing ones.' },
    CREATE: { value: 'create', description: 'Items with an existing object fail.' },
    UPDATE: { value: 'update', description: 'Items without an existing object fail.' },
  } as const,
});

export const ErrorPolicyType = builder.enumType('ErrorPolicy', {
  description: 'What a batch does if some items fail.',
  values: {
    REJECT_FAILED: { value: 'reject_failed', description: 'Write the valid items and report the others.' },
    REJECT_ALL: { value: 'reject_all', description: 'Write nothing unless every item is valid.' },
  } as const,
});

/** The argument by which a writer says which version it has seen. */
export const ifVersionArgument = builder.args((t) => ({
  ifVersion: t.int({ description: 'Fails unless this is the current version (optimistic locking).' }),
}));

/** Maximum number of items in one batch. */
export const MAX_BATCH_SIZE = 500;
