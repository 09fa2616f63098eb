import type { PothosTypes } from '../../graphql/builder.ts';
import { MAXIMUM_USERS_COUNTED } from '../../platform/resource/usages.ts';
import { MAX_SYNC_HOLDERS } from '../value-rewrite/index.ts';
import type { MergeResult } from './run-merge.ts';

const most = MAXIMUM_USERS_COUNTED.toLocaleString('en');

/** Declares the fields that payloads of merges share, before and after those of their own. */
export function mergeFields<Own extends object>(
  builder: unknown,
  objects: 'options' | 'entities',
  own: Own,
): object {
  const t = builder as PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, MergeResult>;
  const atMost = `at most ${most}. See \`countsExact\`.`;
  return {
    valuesCount: t.exposeInt('valuesCount', {
      description:
        'Number of values of these products and entities that move, in all channels and locales. See `countsExact`.',
    }),
    productsCount: t.exposeInt('productsCount', {
      description: `Number of products that change; ${atMost}`,
    }),
    entitiesCount: t.exposeInt('entitiesCount', {
      description: `Number of entities that change; ${atMost}`,
    }),
    countsExact: t.exposeBoolean('countsExact', {
      description: 'Whether these numbers are exact. If false, more products or entities change.',
    }),
    defaultsOf: t.exposeStringList('defaultsOf', {
      description: 'Codes of the attributes whose default value moves.',
    }),
    ...own,
    retained: t.exposeStringList('retained', {
      description: `Codes of merged ${objects} that become inactive instead of being deleted, because deleted products or entities refer to them. Empty in a dry run and while there is a job.`,
    }),
    jobId: t.exposeID('jobId', {
      nullable: true,
      description: `Id of the job that changes more than ${MAX_SYNC_HOLDERS} products and entities; null otherwise.`,
    }),
  };
}
