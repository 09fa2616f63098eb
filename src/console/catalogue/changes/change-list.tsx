import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../../language/t.ts';
import { type CellPlace, keyOfCell, type Names, nameOfCell, textsOfChange } from './cell-text.ts';

/** Maximum number of changes of an object that are shown at first. */
const FEW = 8;

interface Change extends CellPlace {
  readonly old: unknown;
  readonly new: unknown;
}

/** Shows the changes of one object: each field with its old and new value. */
export function ChangeList<One extends Change>(props: {
  readonly changes: readonly One[];
  readonly names: Names;
  /** Shows a note behind a change. */
  readonly note?: (change: One) => ReactNode;
}) {
  const { changes, names, note } = props;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? changes : changes.slice(0, FEW);
  return (
    <>
      <ul className="plain-list number">
        {shown.map((change) => {
          const { before, after } = textsOfChange(change, names, '');
          return (
            <li key={keyOfCell(change)}>
              <span className="quiet">{nameOfCell(change, names)}</span>{' '}
              {change.old === null ? null : (
                <>
                  <Text component="del" inherit c="dimmed" td="none">
                    {before}
                  </Text>{' '}
                  <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <Text component="ins" inherit fw={500} td="none">
                {after}
              </Text>{' '}
              {note?.(change)}
            </li>
          );
        })}
      </ul>
      {changes.length > shown.length ? (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          {t('{count} more', { count: changes.length - shown.length })}
        </button>
      ) : null}
    </>
  );
}
