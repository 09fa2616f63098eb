import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import {
  type ChangeLabels,
  formatChange,
  type ValuePath,
  valuePathKey,
  valuePathLabel,
} from './format-change.ts';

/** Maximum number of changes of an object that are shown at first. */
const INITIAL_CHANGES = 8;

interface Change extends ValuePath {
  readonly old: unknown;
  readonly new: unknown;
}

/** Shows the changes of one object: each field with its old and new value. */
export function ChangeList<One extends Change>(props: {
  readonly changes: readonly One[];
  readonly names: ChangeLabels;
  /** Shows a note behind a change. */
  readonly note?: (change: One) => ReactNode;
}) {
  const { changes, names, note } = props;
  const [showsAll, setShowsAll] = useState(false);
  const visibleChanges = showsAll ? changes : changes.slice(0, INITIAL_CHANGES);
  return (
    <>
      <ul className="plain-list number">
        {visibleChanges.map((change) => {
          const { before, after } = formatChange(change, names, '');
          return (
            <li key={valuePathKey(change)}>
              <span className="quiet">{valuePathLabel(change, names)}</span>{' '}
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
      {changes.length > visibleChanges.length ? (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          {t('{count} more', { count: changes.length - visibleChanges.length })}
        </button>
      ) : null}
    </>
  );
}
