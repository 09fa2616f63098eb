import { foldKey } from '../../../kernel/codes.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import {
  type FileOptions,
  foldColumn,
  isObjectRow,
  isTableRow,
  mapColumns,
  planColumns,
  type RowContent,
  type SourceRow,
} from '../../file-formats/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import type { ImportSettings } from '../run/import-input.ts';
import type { MediaReference, MediaReferences } from './media-references.ts';

/** Rows whose files are searched for together. */
const ROWS_AT_ONCE = 100;

const isMedia = (type: string | undefined) => type === 'media' || type === 'media_list';

/** Columns that name files. */
interface MediaColumns {
  /** Returns the references that name files, each once. */
  referencesIn(source: RowContent): readonly string[];
  /** Returns the row with codes instead of references, or the problem of one of them. */
  replace(
    source: RowContent,
    referencesByKey: ReadonlyMap<string, MediaReference>,
  ): { readonly source: RowContent } | { readonly problem: SourceRow['problem'] };
}

/**
 * Returns the rows of a file with the codes of media where they have names or URLs of files. All this is done before a
 * row is taken into a transaction, so none is open while anything is fetched. A cell that leads to no file is an error
 * of its row.
 */
export function resolveRowMedia(
  rows: AsyncGenerator<SourceRow>,
  columns: MediaColumns | null,
  references: MediaReferences,
): AsyncGenerator<SourceRow> {
  return columns === null ? rows : linkColumns(rows, columns, references);
}

async function* linkColumns(
  rows: AsyncGenerator<SourceRow>,
  columns: MediaColumns,
  references: MediaReferences,
): AsyncGenerator<SourceRow> {
  try {
    for (let isEnd = false; !isEnd; ) {
      const batch: SourceRow[] = [];
      const mediaTerms = new Set<string>();
      while (batch.length < ROWS_AT_ONCE && !isEnd) {
        const { done, value } = await rows.next();
        if (done === true) isEnd = true;
        else {
          batch.push(value);
          if (value.problem === null)
            for (const word of columns.referencesIn(value.source)) mediaTerms.add(word);
        }
      }
      const referencesByTerm =
        mediaTerms.size === 0 ? new Map<string, MediaReference>() : await references.resolve(mediaTerms);
      for (const row of batch)
        yield row.problem !== null || referencesByTerm.size === 0
          ? row
          : { ...row, ...columns.replace(row.source, referencesByTerm) };
    }
  } finally {
    await rows.return(undefined);
  }
}

/**
 * Returns the cells of a table that name files; null when it has no such column. Transformed cells name files by code
 * alone.
 */
export function tableMediaColumns(
  { resource, mapping }: Pick<ImportSettings, 'resource' | 'mapping'>,
  columns: readonly string[],
  options: FileOptions,
  structure: CatalogueStructure,
): MediaColumns | null {
  const mapped = mapColumns(columns, mapping, options);
  const plan = planColumns(mapped.names, resource, structure);
  const changed = new Set(
    mapping.flatMap(({ column, transform = [] }) => (transform.length > 0 ? [foldColumn(column)] : [])),
  );
  const positions = plan.cells.flatMap(({ target, value }) => {
    if (value === null || !isMedia(target.type)) return [];
    const isList = target.type === 'media_list';
    return mapped.sourcesOf(value.position).flatMap((source) => {
      const position = changed.has(foldColumn(source)) ? -1 : columns.indexOf(source);
      return position === -1 ? [] : [{ position, isList }];
    });
  });
  if (positions.length === 0) return null;
  const { listSeparator } = options;
  const split = (cell: string, isList: boolean) =>
    (isList ? cell.split(listSeparator) : [cell]).map((word) => word.trim());
  return {
    referencesIn: (source) =>
      isTableRow(source)
        ? positions.flatMap(({ position, isList }) => split(source[position] ?? '', isList))
        : [],
    replace(source, referencesByTerm) {
      if (!isTableRow(source)) return { source };
      const cells = [...source];
      for (const { position, isList } of positions) {
        const cellTerms = split(cells[position] ?? '', isList);
        const wrong = wrongIn(cellTerms, referencesByTerm, ['columns', columns[position] ?? '']);
        if (wrong !== null) return { problem: wrong };
        if (cellTerms.some((word) => referencesByTerm.has(word)))
          cells[position] = cellTerms.flatMap((word) => codeOf(word, referencesByTerm)).join(listSeparator);
      }
      return { source: cells };
    },
  };
}

/** Returns the values of lines of JSON that name files; null when there are no attributes of media. */
export function lineMediaColumns(structure: CatalogueStructure): MediaColumns | null {
  const media = new Set(
    [...structure.attributes.values()].flatMap(({ code, type }) => (isMedia(type) ? [foldKey(code)] : [])),
  );
  if (media.size === 0) return null;
  const valuesOf = (source: RowContent): JsonObject | null =>
    isObjectRow(source) && isJsonObject(source.values) ? source.values : null;
  return {
    referencesIn(source) {
      const values = Object.entries(valuesOf(source) ?? {}).filter(([code]) => media.has(foldKey(code)));
      return values.flatMap(([, value]) => wordsIn(value ?? null));
    },
    replace(source, referencesByTerm) {
      const values = valuesOf(source);
      if (values === null || !isObjectRow(source)) return { source };
      const replaced: Record<string, JsonValue | undefined> = { ...values };
      for (const [code, value] of Object.entries(values)) {
        if (!media.has(foldKey(code)) || value === undefined) continue;
        const wrong = wrongIn(wordsIn(value), referencesByTerm, ['values', code]);
        if (wrong !== null) return { problem: wrong };
        replaced[code] = withCodes(value, referencesByTerm);
      }
      return { source: { ...source, values: replaced } };
    },
  };
}

/** Returns texts in a value, however it is written: alone, in a list, or in cells. */
function wordsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(wordsIn);
  return isJsonObject(value) ? wordsIn(value.value ?? null) : [];
}

function withCodes(value: JsonValue, referencesByTerm: ReadonlyMap<string, MediaReference>): JsonValue {
  if (typeof value === 'string') return codeOf(value, referencesByTerm)[0] ?? null;
  if (isJsonArray(value)) {
    const entries: readonly JsonValue[] = value;
    return entries.flatMap((entry): readonly JsonValue[] =>
      typeof entry === 'string' ? codeOf(entry, referencesByTerm) : [withCodes(entry, referencesByTerm)],
    );
  }
  return isJsonObject(value) && value.value !== undefined
    ? { ...value, value: withCodes(value.value, referencesByTerm) }
    : value;
}

/** Returns the code of a reference; none for one that a dry run does not resolve. */
function codeOf(word: string, referencesByTerm: ReadonlyMap<string, MediaReference>): readonly string[] {
  const reference = referencesByTerm.get(word);
  if (reference === undefined || 'problem' in reference) return [word];
  return reference.code === '' ? [] : [reference.code];
}

function wrongIn(
  terms: readonly string[],
  referencesByTerm: ReadonlyMap<string, MediaReference>,
  path: readonly string[],
): SourceRow['problem'] {
  for (const word of terms) {
    const reference = referencesByTerm.get(word);
    if (reference === undefined || !('problem' in reference)) continue;
    const { code, message, suggestions } = reference.problem;
    return fieldProblem(code, path, message, { value: word, suggestions });
  }
  return null;
}
