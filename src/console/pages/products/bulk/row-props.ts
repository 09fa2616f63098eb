import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import type { BulkChoices } from '../../../catalogue/properties/bulk-documents.ts';
import type { Operation } from './operations.ts';

/** What the inputs of one operation get. */
export interface RowProps {
  readonly operation: Operation;
  readonly model: GridModel;
  readonly choices: BulkChoices;
  readonly locale: string;
  readonly fault: string | undefined;
  /** What an operation begins with, of a field. */
  readonly emptyFor: (field: string) => Omit<Operation, 'key'>;
  readonly onChange: (operation: Operation) => void;
  /** Undefined for the only one. */
  readonly onRemove: (() => void) | undefined;
}
