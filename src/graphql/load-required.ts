import type { Loader } from '../platform/loader.ts';
import type { RequestContext } from './context.ts';

/** Loads the object that a code refers to. @throws Error when there is none, which is a defect */
export async function loadRequired<Row>(
  loader: Loader<string, Row>,
  code: string,
  context: RequestContext,
): Promise<Row> {
  const referencedRow = await context.load(loader, code);
  if (referencedRow === null) throw new Error(`${loader.name}: '${code}' is referred to but not there.`);
  return referencedRow;
}

/** Loads the objects that codes refer to, in their order. @throws Error when one is not there, which is a defect */
export const loadAllRequired = <Row>(
  loader: Loader<string, Row>,
  codes: readonly string[],
  context: RequestContext,
): Promise<Row[]> => Promise.all(codes.map((code) => loadRequired(loader, code, context)));
