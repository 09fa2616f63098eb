import type { RowAnswer, RowsAsked } from '../../../kernel/search/row-counts.ts';
import type { SegmentSettings, SegmentStats } from './segment-service.ts';

export type ThreadSettings = Omit<SegmentSettings, 'onError'>;

export type ToThread =
  | { readonly kind: 'ask'; readonly id: number; readonly asked: RowsAsked }
  | { readonly kind: 'close' };

export type FromThread =
  | {
      readonly kind: 'answers';
      readonly id: number;
      readonly answers: readonly RowAnswer[] | null;
      readonly stats: SegmentStats;
    }
  | { readonly kind: 'problem'; readonly text: string };
