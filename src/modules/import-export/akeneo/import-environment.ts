import type { ReadOperation, WriteOperation, WriteWork } from '../../../kernel/operation.ts';
import type { PrismaReadWork } from '../../../platform/operation/work.ts';
import type { ReceiveSettings } from '../../media/index.ts';
import type { ImportedResource } from './import-report.ts';

/** How far one phase of an import is; rows of a phase that reads a broken file may end below `total`. */
export interface ImportProgress {
  readonly phase: ImportedResource | 'links';
  readonly done: number;
  readonly total: number;
}

/** How an import reaches the catalogue: by operations alone, each in a transaction of its own. */
export interface ImportEnvironment {
  write<Input, Output>(operation: WriteOperation<WriteWork, Input, Output>, input: Input): Promise<Output>;
  read<Input, Output>(operation: ReadOperation<PrismaReadWork, Input, Output>, input: Input): Promise<Output>;
  /** Where files of the folder are stored, and how large they may be. */
  readonly files: ReceiveSettings;
  onProgress?(progress: ImportProgress): void;
}
