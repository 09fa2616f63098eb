const KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/**
 * Returns the key itself. @throws Error for one that could lead elsewhere: with segments that are empty or begin with
 * a dot, or other characters
 */
export function assertObjectKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`'${key}' is no key of an object.`);
  return key;
}
