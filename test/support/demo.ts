import { seedDemoCatalogue } from '../../prisma/demo/seed-demo-catalogue.ts';
import { defineWrite, type WriteContext } from '../../src/kernel/operation.ts';
import { MODULES } from '../../src/modules.ts';
import type { TestOrganization } from './catalogue.ts';

/** What set-up does in every new organization. */
const furnish = defineWrite({
  name: 'furnish',
  scope: 'authenticated',
  effect: 'write',
  retry: 'unsafe',
  errors: [],
  handler: async (context: WriteContext, _input: null) => {
    for (const { seed } of MODULES) await seed?.(context);
  },
});

/** Writes the demo catalogue, with its pictures, into the organization. */
export async function seedDemo({ runner, owner, storage }: TestOrganization): Promise<void> {
  await runner.write(owner, furnish, null);
  await seedDemoCatalogue(
    async (operation, input) => (await runner.write(owner, operation, input)).output,
    storage,
  );
}
