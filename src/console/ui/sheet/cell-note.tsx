import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Shows why a cell is rejected or not edited, right below it or above it; it follows the cell while the grid scrolls.
 */
export function CellNote(props: {
  readonly id: string;
  /** The id of the cell. */
  readonly cell: string;
  readonly grid: RefObject<HTMLElement | null>;
  readonly onLeave: () => void;
  /** True if nothing is wrong. */
  readonly isHint: boolean;
  readonly children: ReactNode;
}) {
  const { id, cell, grid, onLeave, isHint, children } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: note } = box;
    const { current: sheet } = grid;
    if (note === null || sheet === null) return;
    const positionNote = () => {
      const at = document.getElementById(cell)?.getBoundingClientRect();
      const frame = sheet.getBoundingClientRect();
      const isInView =
        at !== undefined &&
        at.bottom <= frame.bottom + at.height / 2 &&
        at.top >= frame.top &&
        at.left < frame.right &&
        at.right > frame.left;
      note.style.visibility = isInView ? 'visible' : 'hidden';
      if (at === undefined) return;
      const { width, height } = note.getBoundingClientRect();
      const isAbove = at.bottom + height > window.innerHeight;
      note.style.insetInlineStart = `${Math.max(8, Math.min(at.left, window.innerWidth - width - 8))}px`;
      note.style.insetBlockStart = `${isAbove ? at.top - height : at.bottom}px`;
    };
    if (!note.matches(':popover-open')) note.showPopover();
    positionNote();
    sheet.addEventListener('scroll', positionNote, { passive: true });
    return () => sheet.removeEventListener('scroll', positionNote);
  });
  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      role="note"
      className="cell-note"
      data-hint={isHint || undefined}
      onMouseLeave={onLeave}
      onKeyDown={({ key }) => {
        if (key === 'Escape') grid.current?.focus({ preventScroll: true });
      }}
    >
      {children}
    </div>
  );
}
