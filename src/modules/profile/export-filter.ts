import { detailOf, ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { snakeCase } from '../../platform/resource/table-store.ts';
import type { FileResource } from '../file-formats/index.ts';
import {
  checkEntityFilter,
  checkProductFilter,
  KEYED_CONDITIONS,
  readEntityFilter,
  readProductFilter,
} from '../search/index.ts';

const PATH = ['filter'] as const;

/** Returns the faults in the form of an export's filter; the run checks whether the objects that it names exist. */
export function checkExportFilter(resource: FileResource, filter: JsonValue): readonly FieldProblem[] {
  if (filter === null) return [];
  if (resource === 'products') return readProductFilter(filter, PATH).problems;
  if (resource === 'entities') return readEntityFilter(filter, PATH).problems;
  return [fieldProblem('value-not-allowed', PATH, localized('export-filter-not-allowed'))];
}

/** Looks up what a filter names. @throws ValidationFailed, RequestError `search-unavailable` */
export async function planExportFilter(
  context: WriteContext,
  resource: FileResource,
  filter: JsonValue,
): Promise<void> {
  if (filter === null) return;
  if (resource === 'products') {
    const read = readProductFilter(filter, PATH).filter;
    await checkProductFilter(context, read).catch((error: unknown) =>
      Promise.reject(withJsonPaths(error, read)),
    );
  }
  if (resource === 'entities') {
    const read = readEntityFilter(filter, PATH).filter;
    await checkEntityFilter(context, read).catch((error: unknown) =>
      Promise.reject(withJsonPaths(error, read)),
    );
  }
}

/** Returns a rejection whose paths are those of the JSON that was sent. */
function withJsonPaths(error: unknown, filter: object): unknown {
  if (!(error instanceof ValidationFailed)) return error;
  const { code, errors, allowed } = error;
  const located = errors.map((problem) => ({ ...problem, path: pathInJson(problem.path, filter) }));
  return new ValidationFailed(code, detailOf(error), located, allowed);
}

function pathInJson([first = '', ...words]: readonly string[], filter: object): string[] {
  const path = [first];
  let at: unknown = filter;
  let key: string | undefined;
  for (const word of words) {
    const next = (at as Readonly<Record<string, unknown>> | undefined)?.[word];
    if (key !== undefined && word === key) continue;
    const name = key === undefined ? undefined : (next as Readonly<Record<string, unknown>>)?.[key];
    path.push(typeof name === 'string' ? name : snakeCase(word));
    // Inside a condition, the path already has its key.
    key = name === undefined ? KEYED_CONDITIONS[word] : key;
    at = next;
  }
  return path;
}
