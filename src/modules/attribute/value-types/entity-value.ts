import { localized } from '../../../kernel/problems/messages/message.ts';
import { codeValueTypes, listableCodes } from './code-value.ts';
import type { EntityMetadata } from './value-type.ts';

/** Active entities of the attribute's type: one, or several. */
export const { one: entityValue, list: entityListValue } = codeValueTypes({
  noun: 'entity',
  ...listableCodes<EntityMetadata>({
    ownerOf: ({ entityType }) => entityType ?? '',
    choices: (metadata, entityType) => metadata.entitiesOf(entityType),
    name: (entityType) => `entities:${entityType}`,
    words: (entityType) => `entities of the type '${entityType}'`,
  }),
  find: (context, entityType, code) => context.findEntity?.(entityType, code),
  // There may be very many of them: suggestions look at no more than they may.
  wordsOf: (context, entityType) =>
    Iterator.from(context.entityCodes?.(entityType) ?? []).map((code) => [code, code] as const),
  missing: {
    code: 'entity-not-found',
    message: (code, entityType) => localized('entity-not-found', { ref: code, typeCode: entityType }),
  },
  faults: ({ code, active }, entityType) =>
    active
      ? []
      : [
          {
            code: 'value-not-allowed',
            message: localized('entity-inactive', { ref: code, typeCode: entityType }),
          },
        ],
});
