import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import type { BulkChoices } from '../../../catalogue/properties/bulk-documents.ts';
import type { Operation } from './operations.ts';

/** Properties of the inputs of one operation. */
export interface RowProps {
  readonly operation: Operation;
  readonly model: GridModel;
  readonly choices: BulkChoices;
  readonly locale: string;
  readonly fault: string | undefined;
  /** Returns the operation that a field begins with. */
  readonly emptyFor: (field: string) => Omit<Operation, 'key'>;
  readonly onChange: (operation: Operation) => void;
  /** It is undefined for the only one. */
  readonly onRemove: (() => void) | undefined;
}
