import type { DomainError } from '../../../kernel/errors.ts';
import type { WriteMode, WriteOutcome } from '../../../platform/resource/write-resources.ts';
import type { EntityReference } from '../../entity-reference/index.ts';
import type { CellWrite, ValueRewrite } from '../../values/index.ts';

/** Write of one entity; absent = unchanged, null = back to the default. */
export interface EntityPatch {
  /** Texts by locale; null or an empty text removes one. */
  readonly labels?: { readonly [locale: string]: string | null } | null | undefined;
  readonly active?: boolean | null | undefined;
  /** Code of the entity above, of the same type. */
  readonly parent?: string | null | undefined;
  readonly values?: readonly CellWrite[] | null | undefined;
  /** Change of the stored values before `values` are written; of merges and of attributes that are cleared. */
  readonly valueRewrite?: ValueRewrite | null | undefined;
  readonly comment?: string | null | undefined;
}

/** One entity to write; codes in either case. */
export interface EntityWrite extends EntityReference {
  readonly patch: EntityPatch;
  readonly ifVersion?: number | null | undefined;
}

/** One item of a batch. */
export interface EntityItem extends EntityPatch {
  /** Code of its type; that of the batch when left out. */
  readonly entityType?: string | null | undefined;
  readonly code: string;
  readonly ifVersion?: number | null | undefined;
}

export interface UpsertEntitiesInput {
  /** Code of the type of items that name none. */
  readonly entityType?: string | null | undefined;
  readonly items: readonly EntityItem[];
  readonly mode: WriteMode;
  /** `reject_failed` writes the good items; `reject_all` writes nothing when one fails. */
  readonly errorPolicy: 'reject_failed' | 'reject_all';
}

/** Result for one item, in the order of the input; codes in their stored case as far as they are known. */
export interface EntityItemResult extends EntityReference {
  readonly outcome: WriteOutcome | 'failed';
  readonly id: string | null;
  readonly version: number | null;
  readonly refusal: DomainError | null;
}

/** Result of a write of one entity; `id` is public. A type, so that it is a JSON value. */
export type EntityWriteResult = {
  readonly id: string;
  readonly code: string;
  readonly outcome: WriteOutcome;
};
