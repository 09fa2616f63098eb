import { unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { ENTITIES_KEY } from '../../../catalogue/actions/restore-entity.ts';
import type { GridSource, RowInput } from '../../../catalogue/grid/grid-source.ts';
import { entitySource } from '../entity-source.tsx';
import { CHECK_ENTITIES, ENTITIES_BY_CODE, type GridEntity, SAVE_ENTITIES } from './entity-grid-documents.ts';

/** Maximum number of entities of a request. */
const BATCH_SIZE = 100;

/** Returns the entities of a type as rows of the grid. */
export const entityGrid = (type: string): GridSource<GridEntity> => ({
  ...entitySource(type),
  codeOf: ({ code }) => code,
  load: async (keys, { channel, locale, attributes, channels, locales }) =>
    (
      await request(ENTITIES_BY_CODE, {
        type,
        codes: keys.map(({ code }) => code),
        channel,
        locale,
        attributes,
        channels,
        locales,
      })
    ).entities.nodes,
  async loadLabels(keys, page) {
    const labels = new Map<string, string>();
    for (let from = 0; from < keys.length; from += BATCH_SIZE) {
      const codes = keys.slice(from, from + BATCH_SIZE).map(({ code }) => code);
      const { entities } = await request(ENTITIES_BY_CODE, { type, codes, ...page, attributes: [] });
      for (const { id, label } of entities.nodes) labels.set(id, label);
    }
    return labels;
  },
  check: async (rows) =>
    unwrapPayload((await request(CHECK_ENTITIES, { type, items: rows.map(toItem) })).upsertEntities).results,
  async save(rows, { channel, locale, attributes, channels, locales }) {
    const variables = { type, items: rows.map(toItem), channel, locale, attributes, channels, locales };
    const { data, requestId } = await requestWithId(SAVE_ENTITIES, variables);
    const { results } = unwrapPayload(data.upsertEntities);
    return { results: results.map(({ entity, problem }) => ({ row: entity, problem })), requestId };
  },
  // The columns are those of the type.
  unavailableReason: () => null,
  refreshRows(queryClient) {
    void queryClient.invalidateQueries({ queryKey: [ENTITIES_KEY, 'one'], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['product'], refetchType: 'none' });
  },
});

const toItem = (row: RowInput) => ({ ...row });
