import type { AppContext } from '../../src/app.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../src/modules/category/index.ts';
import { upsertChannels } from '../../src/modules/channel/index.ts';
import { upsertEntities } from '../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../src/modules/entity-type/index.ts';
import { upsertOptionSets, upsertOptions } from '../../src/modules/option-set/index.ts';
import { provisionOrganization } from '../../src/modules/organization/index.ts';
import { MODULES } from '../../src/modules.ts';
import { newId } from '../../src/platform/new-id.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';

const ATTRIBUTES = 4_000;
const SETS = 500;
const MEMBERS = 20;
const LARGE_SET_MEMBERS = 300;
const CHANNELS = 6;
const OPTIONS = 5_000;
const CATEGORIES = 10_000;
/** Children of each category above the last level. */
const CHILDREN = 10;
const ENTITIES = 200_000;
const BATCH = 500;
const TYPES = ['text', 'textarea', 'number', 'boolean', 'date'] as const;

export const MODEL_OWNER = { name: 'Mona', email: 'model@example.com', password: 'correct horse battery' };

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const memberAt = (index: number) => ({ code: `attribute_${index % ATTRIBUTES}` });

/**
 * Builds an organization of its own with a large model: 4,000 attributes, 500 sets, one of them of 300 attributes, 6
 * channels, 5,000 options of one set, 10,000 categories on four levels and 200,000 entities.
 */
export async function buildLargeModel({ database, runner, clock }: AppContext): Promise<void> {
  const { organizationId } = await provisionOrganization(
    { owner: database.owner, clock },
    { name: 'Large model', owner: MODEL_OWNER },
    MODULES,
  );
  const session = systemSession(organizationId, { door: 'import', requestId: newId() });
  const writeAll = async (upsert: typeof upsertAttributes, patches: readonly object[]) => {
    for (let start = 0; start < patches.length; start += BATCH) {
      const items = patches.slice(start, start + BATCH).map((patch) => ({ patch: patch as never }));
      await runner.write(session, upsert, { items, mode: 'upsert', errorPolicy: 'reject_all' });
    }
  };
  await writeAll(
    upsertChannels,
    numbers(CHANNELS).map((index) => ({ code: `channel_${index}`, locales: ['en_US'], currencies: ['EUR'] })),
  );
  await writeAll(upsertOptionSets, [{ code: 'large', labels: { en_US: 'Large' } }]);
  await writeAll(
    upsertOptions,
    numbers(OPTIONS).map((index) => ({
      code: `option_${index}`,
      optionSet: 'large',
      labels: { en_US: `Option ${index}` },
    })),
  );
  await writeAll(
    upsertAttributes,
    numbers(ATTRIBUTES).map((index) => ({
      code: `attribute_${index}`,
      type: TYPES[index % TYPES.length],
      labels: { en_US: `Attribute ${index}` },
    })),
  );
  await writeAll(
    upsertAttributeSets,
    numbers(SETS).map((set) => ({
      code: `set_${set}`,
      labels: { en_US: `Set ${set}` },
      attributes: numbers(set === 0 ? LARGE_SET_MEMBERS : MEMBERS).map((index) => memberAt(set * 7 + index)),
    })),
  );
  await writeAll(
    upsertCategories,
    numbers(CATEGORIES).map((index) => ({
      code: `category_${index}`,
      labels: { en_US: `Category ${index}` },
      ...(index < CHILDREN ? {} : { parent: `category_${Math.floor(index / CHILDREN) - 1}` }),
    })),
  );
  await writeAll(upsertEntityTypes, [
    {
      code: 'brand',
      labels: { en_US: 'Brand' },
      attributes: numbers(5).map((index) => memberAt(index).code),
    },
  ]);
  for (let start = 0; start < ENTITIES; start += BATCH)
    await runner.write(session, upsertEntities, {
      entityType: 'brand',
      items: numbers(BATCH).map((index) => ({
        code: `brand_${start + index}`,
        labels: { en_US: `Brand ${start + index}` },
        values: [
          {
            attribute: 'attribute_0',
            channel: null,
            locale: null,
            value: `Motto ${start + index}`,
            path: [],
          },
        ],
      })),
      mode: 'upsert',
      errorPolicy: 'reject_all',
    });
}
