import type { ClipboardEvent } from 'react';
import { t } from '../../i18n/translate.ts';
import { parseHtml, parseTsv, toHtml, toTsv } from './clipboard.ts';
import { copyRange, planPaste, rangeCells } from './paste-and-fill.ts';
import { isTyping } from './pointer-events.ts';
import type { SheetState } from './use-sheet.ts';

/** Copies the selected cells. */
export function copyCells<Row>(event: ClipboardEvent, { selection, textOf }: SheetState<Row>): void {
  if (isTyping(event)) return;
  event.preventDefault();
  const { range, announce } = selection;
  const block = copyRange(range, textOf);
  event.clipboardData.setData('text/plain', toTsv(block));
  event.clipboardData.setData('text/html', toHtml(block));
  announce(t('{count, plural, one {# cell} other {# cells}} copied', { count: rangeCells(range).length }));
}

/** Pastes from the first selected cell on. */
export function pasteCells<Row>(event: ClipboardEvent, { props, layout, selection }: SheetState<Row>): void {
  const { rows, count, onPaste, onTexts } = props;
  if (isTyping(event) || rows.length === 0) return;
  event.preventDefault();
  const text = event.clipboardData.getData('text/plain');
  const block = text === '' ? parseHtml(event.clipboardData.getData('text/html')) : parseTsv(text);
  if (block.length === 0) return;
  const { range, select } = selection;
  // Rows that are not loaded yet are pasted into, too.
  const extent = { ...layout.extent, rows: Math.max(count, rows.length) };
  const { cells, selection: covered, dropped } = planPaste(block, range, extent);
  const start = { row: range.top, column: range.left };
  if (onPaste(block, start, { cells: cells.length, dropped })) return;
  select(covered);
  onTexts(cells, 'paste');
}
