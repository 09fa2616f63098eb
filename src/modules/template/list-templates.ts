import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import type { Template } from './template.ts';
import { TEMPLATES } from './templates.ts';

/** Returns the templates by which an organization can get its first model. */
export const listTemplates = defineRead({
  name: 'listTemplates',
  scope: 'attributes:read',
  errors: [],
  handler: async (_context: ReadContext, _input: Record<never, never>): Promise<readonly Template[]> =>
    Object.values(TEMPLATES),
});
