import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { t } from '../../i18n/translate.ts';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { type CategoryMatch, searchQuery } from './category-documents.ts';

/** A choice that stands before the categories that are found. */
interface FirstChoice {
  readonly label: string;
  readonly onPick: () => void;
}

/** Finds a category by typing: each match stands with the path above it, and Enter takes the highlighted one. */
export function CategoryFinder(props: {
  readonly label: string;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly hasAutofocus?: boolean;
  /** Choice while nothing is typed. */
  readonly first?: FirstChoice;
  /** Returns true for categories that cannot be picked. */
  readonly isExcluded?: (match: CategoryMatch) => boolean;
  readonly onPick: (match: CategoryMatch) => void;
  readonly shortcut?: string;
}) {
  const { label, text, onText, first, isExcluded = () => false, onPick } = props;
  const id = useId();
  const client = useQueryClient();
  const locale = useViewScope().locale?.code ?? null;
  const [index, setIndex] = useState(0);
  const query = useQuery({ ...searchQuery(locale, text), placeholderData: keepPreviousData });
  const hasText = text.trim() !== '';
  const matches = hasText ? (query.data?.matches ?? []).filter((match) => !isExcluded(match)) : [];
  const choices: readonly { readonly key: string; readonly content: ReactNode; readonly pick: () => void }[] =
    hasText
      ? matches.map((match) => ({
          key: match.code,
          content: <MatchLabel match={match} />,
          pick: () => onPick(match),
        }))
      : first === undefined
        ? []
        : [{ key: '', content: first.label, pick: first.onPick }];
  const pickActive = async () => {
    // Enter may follow the text before its matches are shown.
    if (hasText && query.isFetching) {
      const data = await client.ensureQueryData(searchQuery(locale, text));
      const match = data.matches.find((one) => !isExcluded(one));
      if (match !== undefined) onPick(match);
    } else choices[index]?.pick();
  };
  return (
    <>
      <input
        ref={props.input}
        type="search"
        role="combobox"
        className="finder-input"
        aria-label={label}
        placeholder={t('By label or code')}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[index] === undefined ? undefined : `${id}-${index}`}
        aria-keyshortcuts={props.shortcut}
        autoComplete="off"
        data-autofocus={props.hasAutofocus}
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => {
          setIndex(0);
          onText(currentTarget.value);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step !== undefined) setIndex(Math.max(0, Math.min(choices.length - 1, index + step)));
          else if (event.key === 'Enter') void pickActive();
          else return;
          event.preventDefault();
        }}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className="finder-list">
        {choices.map(({ key, content, pick }, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys.
          <div
            key={key}
            id={`${id}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            onPointerMove={() => setIndex(position)}
            onClick={pick}
          >
            {content}
          </div>
        ))}
      </div>
      {hasText && matches.length === 0 && query.data !== undefined && !query.isFetching ? (
        <p className="quiet">{t('Nothing found')}</p>
      ) : null}
      {hasText && query.data?.hasMore === true ? (
        <p className="quiet">{t('There are more. Type more of the label.')}</p>
      ) : null}
    </>
  );
}

function MatchLabel({ match: { label, code, path } }: { readonly match: CategoryMatch }) {
  return (
    <>
      <span>
        <CodeLabel label={label} /> <span className="tree-code">{code}</span>
      </span>
      {path.length > 1 ? (
        <span className="tree-code">
          {path
            .slice(0, -1)
            .map((one) => one.label)
            .join(' › ')}
        </span>
      ) : null}
    </>
  );
}
