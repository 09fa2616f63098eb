import type { RowQueryBatch, RowQueryResult } from '../../../kernel/search/row-counter.ts';
import type { SegmentSettings, SegmentStats } from './segment-service.ts';

export type ThreadSettings = Omit<SegmentSettings, 'onError'>;

export type WorkerRequest =
  | { readonly kind: 'ask'; readonly id: number; readonly asked: RowQueryBatch }
  | { readonly kind: 'close' };

export type WorkerResponse =
  | {
      readonly kind: 'answers';
      readonly id: number;
      readonly answers: readonly RowQueryResult[] | null;
      readonly stats: SegmentStats;
    }
  | { readonly kind: 'problem'; readonly text: string };
