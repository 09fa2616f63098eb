import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { WriteWork } from '../../../kernel/operation.ts';
import {
  checkEntityFilter,
  checkProductFilter,
  readEntityFilter,
  readProductFilter,
} from '../../search/index.ts';
import type { FileResource } from '../columns/file-format.ts';

const PATH = ['filter'] as const;

/** What is wrong with the form of an export's filter; whether what it names is there is seen when it runs. */
export function checkExportFilter(resource: FileResource, filter: JsonValue): readonly FieldProblem[] {
  if (filter === null) return [];
  if (resource === 'products') return readProductFilter(filter, PATH).problems;
  if (resource === 'entities') return readEntityFilter(filter, PATH).problems;
  return [fieldProblem('value-not-allowed', PATH, 'Only products and entities are exported by a filter.')];
}

/** Looks up what a filter names. @throws ValidationFailed, Fault `search-unavailable` */
export async function planExportFilter(
  work: WriteWork,
  resource: FileResource,
  filter: JsonValue,
): Promise<void> {
  if (filter === null) return;
  if (resource === 'products') await checkProductFilter(work, readProductFilter(filter, PATH).filter);
  if (resource === 'entities') await checkEntityFilter(work, readEntityFilter(filter, PATH).filter);
}
