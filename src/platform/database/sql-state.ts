/** Returns the SQLSTATE behind an error of either client, or an empty text. */
export function sqlStateOf(error: unknown): string {
  const { code, meta, cause } = (error ?? {}) as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
    cause?: unknown;
  };
  // Prisma reports a write conflict or deadlock as P2034, and everything else with the error of its driver.
  if (code === 'P2034') return '40001';
  const original = meta?.driverAdapterError?.cause?.originalCode;
  if (typeof original === 'string') return original;
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P2')) return code;
  return cause === undefined ? '' : sqlStateOf(cause);
}

/** Makes the operation run again from its beginning: another transaction changed what it had read before its locks. */
export function serializationFailure(cause?: unknown): Error {
  return Object.assign(new Error('Another transaction was first.', { cause }), { code: '40001' });
}

/**
 * Turns a unique violation into a serialization failure: another transaction stored the same key or unique value
 * first. Run again, the operation sees that row and decides by its rules.
 */
export async function asSerializationFailure<Result>(statement: Promise<Result>): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    if (sqlStateOf(error) !== '23505') throw error;
    throw serializationFailure(error);
  }
}
