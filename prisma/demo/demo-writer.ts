import type { WriteContext, WriteOperation } from '../../src/kernel/operation.ts';

/** Runs one operation in the organization that is to get the catalogue. */
export type DemoWriter = <Input, Output>(
  operation: WriteOperation<WriteContext, Input, Output>,
  input: Input,
) => Promise<Output>;
