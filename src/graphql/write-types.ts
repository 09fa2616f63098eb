import { builder } from './builder.ts';

export const WriteOutcomeType = builder.enumType('WriteOutcome', {
  description: 'What a write did to one object.',
  values: {
    CREATED: { value: 'created', description: 'It is new.' },
    UPDATED: { value: 'updated', description: 'It was there and changed; its version went up by one.' },
    UNCHANGED: { value: 'unchanged', description: 'It already was as asked: no new version, no event.' },
    FAILED: { value: 'failed', description: 'Refused; nothing of it was written.' },
  } as const,
});

export const WriteModeType = builder.enumType('WriteMode', {
  description: 'What a batch does with objects that exist or do not.',
  values: {
    UPSERT: { value: 'upsert', description: 'Create what is missing, update what is there.' },
    CREATE: { value: 'create', description: 'Refuse items that exist.' },
    UPDATE: { value: 'update', description: 'Refuse items that do not exist.' },
  } as const,
});

export const ErrorPolicyType = builder.enumType('ErrorPolicy', {
  description: 'What a batch does when some items are refused.',
  values: {
    REJECT_FAILED: { value: 'reject_failed', description: 'Write the good items, report the others.' },
    REJECT_ALL: { value: 'reject_all', description: 'Write nothing unless every item is good.' },
  } as const,
});

/** How many items one batch may hold. */
export const MAXIMUM_BATCH_SIZE = 500;
