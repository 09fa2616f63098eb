import type { ByteRange } from '../../platform/storage/object-storage.ts';

/**
 * Returns the part that a `Range` header requests (RFC 9110, 14.2): null for all, also where the header is not
 * understood or names several parts; `none` for a part beyond the end.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'none' | null {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  if (match === null) return null;
  const [first, last] = [match[1] ?? '', match[2] ?? ''];
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'none' : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= sizeBytes) return 'none';
  return {
    first: Number(first),
    last: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1),
  };
}
