import { foldKey } from '../../../kernel/codes.ts';
import type { Session } from '../../../kernel/session.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import { type OpenBytes, readImportStructure } from '../../file-formats/index.ts';
import { attributeTypeOf } from '../map/attribute-type-names.ts';
import { identifierColumn } from '../map/map-attributes.ts';
import {
  type CsvFile,
  type CsvRow,
  type CsvTable,
  emptyTable,
  openCsvFile,
  readCsvTable,
} from './csv-file.ts';
import { PRODUCTS_FILE } from './folder-manifest.ts';
import { type ProductFileStats, readProductFileStats } from './product-file-stats.ts';

/** Metadata of a folder that the import needs before it begins. */
export interface FolderMetadata {
  readonly products: ProductFileStats;
  /** The paths that cells of models and products name, in the order of the files. */
  readonly paths: ReadonlySet<string>;
}

/** @param open the bytes of a file by its name; undefined for one that does not exist, which products are not */
export async function analyzeFolder(
  open: (name: string) => OpenBytes | undefined,
  asking: { readonly runner: OperationRunner; readonly session: Session },
): Promise<FolderMetadata> {
  const readTable = async (name: string): Promise<CsvTable> => {
    const bytes = open(name);
    return bytes === undefined ? emptyTable(name) : readCsvTable(bytes, name);
  };
  const attributes = await readTable('attributes.csv');
  const isPicture = await imageColumns(attributes, asking);
  const paths = new Set<string>();
  const collect = ({ columns }: Pick<CsvFile, 'columns'>) => {
    const positions = [...columns.entries()].flatMap(([position, name]) =>
      isPicture(name) ? [position] : [],
    );
    return ({ cells }: CsvRow) => {
      for (const position of positions) {
        const path = cells[position] ?? '';
        if (path !== '') paths.add(path);
      }
    };
  };
  const models = await readTable('product_models.csv');
  models.rows.forEach(collect(models));
  const bytes = open(PRODUCTS_FILE);
  if (bytes === undefined) throw new Error('A folder of Akeneo contains products.');
  const file = await openCsvFile(bytes, PRODUCTS_FILE);
  const products = await readProductFileStats(file, identifierColumn(attributes), collect(file));
  return { products, paths };
}

/** Finds columns whose cells may refer to files: those of media attributes of the folder or the catalogue. */
async function imageColumns(
  table: CsvTable,
  { runner, session }: { readonly runner: OperationRunner; readonly session: Session },
): Promise<(column: string) => boolean> {
  const { attributes } = await runner.read(session, readImportStructure, null);
  const mediaCodes = [...attributes].flatMap(([code, { type }]) => (type === 'media' ? [code] : []));
  const mapped = table.rows.flatMap((row) =>
    attributeTypeOf(row.get('type'), false) === 'media' ? [foldKey(row.get('code'))] : [],
  );
  const codes = new Set([...mediaCodes, ...mapped]);
  return (column) => codes.has(foldKey(column.split('-', 1)[0] ?? ''));
}
