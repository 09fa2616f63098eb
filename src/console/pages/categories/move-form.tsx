import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import type { ChangedCategory } from './category-changes.ts';
import { CategoryFinder } from './category-finder.tsx';

/** Finds the category that others are moved into; none of them and none below them is offered. */
export function MoveForm(props: {
  readonly categories: readonly ChangedCategory[];
  /** Called with the code of the new parent; null for the top level. */
  readonly onPick: (parent: string | null) => void;
}) {
  const [text, setText] = useState('');
  const keys = new Set(props.categories.map(({ key }) => key));
  return (
    <CategoryFinder
      label={t('Find a category')}
      hasAutofocus
      text={text}
      onText={setText}
      first={{ label: t('Top level'), onPick: () => props.onPick(null) }}
      isExcluded={({ path }) => path.some(({ code }) => keys.has(code))}
      onPick={({ code }) => props.onPick(code)}
    />
  );
}
