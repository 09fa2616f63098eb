import type { CellChange } from '../../../kernel/change.ts';

/** Change of a job to an object, or the change that it would make. Types, so that they are JSON values. */
export type JobChange = {
  readonly type: 'product' | 'entity';
  /** SKU or code. */
  readonly ref: string;
  readonly kind: 'created' | 'updated' | 'deleted' | 'restored';
  readonly changes: readonly CellChange[];
  /** The values of a very large change are left out. */
  readonly changesTruncated: boolean;
};

/** Number of objects in which a field is changed. */
export type FieldCount = Pick<CellChange, 'path' | 'channel' | 'locale'> & { readonly count: number };

/** Changes that a dry run would make: fields of all objects, and the first objects. */
export type JobPreview = {
  readonly fields: readonly FieldCount[];
  readonly objects: readonly JobChange[];
};

/** Objects that a preview keeps. */
const MAXIMUM_OBJECTS = 50;
/** Bytes of JSON of these objects; one object above it is left out. */
const MAXIMUM_BYTES = 256 * 1024;
/** Fields that a preview counts. */
const MAXIMUM_FIELDS = 500;

const keyOf = ({ path, channel, locale }: Pick<CellChange, 'path' | 'channel' | 'locale'>) =>
  JSON.stringify([path, channel, locale]);

/** Adds what the next objects of a dry run would change. */
export function addToPreview(preview: JobPreview | null, changed: Iterable<JobChange>): JobPreview {
  const fields = new Map((preview?.fields ?? []).map((field) => [keyOf(field), field]));
  const objects = [...(preview?.objects ?? [])];
  let bytes: number | null = null;
  for (const object of changed) {
    for (const change of object.changes) {
      const key = keyOf(change);
      if (!fields.has(key) && fields.size >= MAXIMUM_FIELDS) continue;
      const { path, channel, locale } = change;
      fields.set(key, { path, channel, locale, count: (fields.get(key)?.count ?? 0) + 1 });
    }
    if (objects.length >= MAXIMUM_OBJECTS) continue;
    bytes ??= JSON.stringify(objects).length;
    bytes += JSON.stringify(object).length;
    if (bytes <= MAXIMUM_BYTES) objects.push(object);
  }
  return { fields: [...fields.values()], objects };
}
