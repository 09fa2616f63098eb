import type { JsonObject } from '../../kernel/json.ts';
import type { NamedObjects } from '../value-rewrite/index.ts';
import type { MergeKind, MergeRequest } from './merge-kind.ts';

/** Input of the job of a merge. */
export interface MergeJobInput {
  readonly kind: MergeKind['name'];
  readonly request: MergeRequest;
  /** The merged objects, by which the job finds what it changes. */
  readonly objects: NamedObjects;
  /** Number of products and entities, for the progress. */
  readonly total: number;
}
export const toJobInput = (input: MergeJobInput): JsonObject => input as unknown as JsonObject;
export const readJobInput = (input: JsonObject): MergeJobInput => input as unknown as MergeJobInput;
