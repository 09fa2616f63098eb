import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import type { BulkEditOptions } from '../../../catalogue/properties/bulk-documents.ts';
import type { BulkOperation } from './operations.ts';

/** Properties of the inputs of one operation. */
export interface OperationRowProps {
  readonly operation: BulkOperation;
  readonly model: GridSchema;
  readonly choices: BulkEditOptions;
  readonly locale: string;
  readonly fault: string | undefined;
  /** Returns the operation that a field begins with. */
  readonly emptyFor: (field: string) => Omit<BulkOperation, 'key'>;
  readonly onChange: (operation: BulkOperation) => void;
  /** It is undefined for the only one. */
  readonly onRemove: (() => void) | undefined;
}
