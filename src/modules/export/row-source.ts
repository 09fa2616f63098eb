import { foldKey } from '../../kernel/codes.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { OperationRunner } from '../../platform/operation/run-operation.ts';
import type { ResourceStore } from '../../platform/resource/resource.ts';
import { attributeStore } from '../attribute/index.ts';
import { attributeSetStore } from '../attribute-set/index.ts';
import { categoryStore } from '../category/index.ts';
import { countMatchingEntities, scanEntities } from '../entity/index.ts';
import { FILE_FORMATS, type FileItem, type FileResource, LABEL_FIELD } from '../file-formats/index.ts';
import { countMedia, scanMedia } from '../media/index.ts';
import { optionSetStore, optionStore } from '../option-set/index.ts';
import { countMatchingProducts, type ScanCursor, type ScanPage, scanProducts } from '../product/index.ts';
import { scopesOfResource } from '../profile/index.ts';
import { readEntityFilter, readProductFilter } from '../search/index.ts';
import type { ExportSettings } from './export-input.ts';
import { scanEntitiesAsOf, scanProductsAsOf } from './scan-as-of.ts';
import { documentToFileItem, entityToFileItem, productToFileItem } from './to-file-item.ts';

interface Reader {
  readonly runner: OperationRunner;
  readonly session: Session;
}

/** Source of the rows of an export, in an order that does not depend on the time at which they were written. */
export interface RowSource {
  count(reader: Reader, settings: ExportSettings): Promise<number>;
  page(reader: Reader, settings: ExportSettings, cursor: ScanCursor): Promise<ScanPage<FileItem>>;
}

const products: RowSource = {
  count: ({ runner, session }, settings) => runner.read(session, countMatchingProducts, productsOf(settings)),
  async page({ runner, session }, settings, cursor) {
    const { items, next } = await runner.read(session, scanProducts, { ...productsOf(settings), ...cursor });
    return { items: items.map((item) => productToFileItem(item, FILE_FORMATS.products)), next };
  },
};

const productsOf = ({ filter, includeInherited = false, columns, labelLocale = null }: ExportSettings) => ({
  filter: filter === null ? null : readProductFilter(filter, ['filter']).filter,
  withInherited: includeInherited,
  // A file for people says what its rows are called.
  label: columns === null ? labelLocale !== null : columns.some((name) => foldKey(name) === LABEL_FIELD),
  labelLocale,
});

const entities: RowSource = {
  count: ({ runner, session }, settings) => runner.read(session, countMatchingEntities, entitiesOf(settings)),
  async page({ runner, session }, settings, cursor) {
    const { items, next } = await runner.read(session, scanEntities, { ...entitiesOf(settings), ...cursor });
    return { items: items.map((item) => entityToFileItem(item, FILE_FORMATS.entities)), next };
  },
};

const entitiesOf = ({ filter }: ExportSettings) => ({
  filter: filter === null ? null : readEntityFilter(filter, ['filter']).filter,
});

const media: RowSource = {
  count: ({ runner, session }) => runner.read(session, countMedia, null),
  async page({ runner, session }, _settings, cursor) {
    const { items, next } = await runner.read(session, scanMedia, cursor);
    return { items: items.map((item) => documentToFileItem(item, FILE_FORMATS.media)), next };
  },
};

/** Reads with which an export traverses configuration; every store has them. */
type AnyStore = Pick<ResourceStore<object>, 'loadPage' | 'count'>;

function configuration(resource: FileResource, store: AnyStore): RowSource {
  const { read: scope } = scopesOfResource(resource);
  const countDocuments = defineRead({
    name: 'countExportedRows',
    scope,
    errors: [],
    handler: (context: ReadContext, _input: null) => store.count(context, context.session.organizationId),
  });
  const walkDocuments = defineRead({
    name: 'walkExportedRows',
    scope,
    errors: [],
    async handler(context: ReadContext, { after, size }: ScanCursor): Promise<ScanPage<object>> {
      const page = { after, limit: size + 1 };
      const rows = await store.loadPage(context, context.session.organizationId, page);
      const pageRows = rows.slice(0, size);
      return {
        items: pageRows.map(({ document }) => document),
        next: rows.length > size ? (pageRows.at(-1)?.key ?? null) : null,
      };
    },
  });
  return {
    count: ({ runner, session }) => runner.read(session, countDocuments, null),
    async page({ runner, session }, _settings, cursor) {
      const { items, next } = await runner.read(session, walkDocuments, cursor);
      return { items: items.map((item) => documentToFileItem(item, FILE_FORMATS[resource])), next };
    },
  };
}

/** The rows at a time. They are counted at present, for the progress. */
const AS_OF: Readonly<Partial<Record<FileResource, RowSource>>> = {
  products: {
    count: products.count,
    async page({ runner, session }, { asOf }, cursor) {
      const { items, next } = await runner.read(session, scanProductsAsOf, {
        sequence: asOf ?? 0,
        ...cursor,
      });
      return { items: items.map((item) => productToFileItem(item, FILE_FORMATS.products)), next };
    },
  },
  entities: {
    count: entities.count,
    async page({ runner, session }, { asOf }, cursor) {
      const { items, next } = await runner.read(session, scanEntitiesAsOf, {
        sequence: asOf ?? 0,
        ...cursor,
      });
      return { items: items.map((item) => entityToFileItem(item, FILE_FORMATS.entities)), next };
    },
  },
};

/** Returns true if rows of a kind can be read as of a past time. */
export const supportsAsOf = (resource: FileResource): boolean => AS_OF[resource] !== undefined;

/** Returns the source of the rows of an export. */
export function createRowSource({
  resource,
  asOf = null,
}: Pick<ExportSettings, 'resource' | 'asOf'>): RowSource {
  return (asOf === null ? undefined : AS_OF[resource]) ?? ROW_SOURCES[resource];
}

/** Source of the rows of each kind of file. */
const ROW_SOURCES: Readonly<Record<FileResource, RowSource>> = {
  products,
  entities,
  attributes: configuration('attributes', attributeStore),
  attribute_sets: configuration('attribute_sets', attributeSetStore),
  option_sets: configuration('option_sets', optionSetStore),
  options: configuration('options', optionStore),
  categories: configuration('categories', categoryStore),
  media,
};
