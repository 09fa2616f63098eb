import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { findProductsQuery } from '../../catalogue/products/find-products.ts';
import { t } from '../../i18n/translate.ts';
import { SearchIcon } from '../../ui/icons.ts';
import { stripBrackets } from '../../ui/labels/plain-label.ts';
import { Thumbnail } from '../../ui/thumbnail/thumbnail.tsx';
import { type Command, filterCommands, useCommands } from './use-commands.ts';

interface Entry {
  readonly key: string;
  readonly image: ReactNode;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly run: () => void;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Maximum number of channels with locales that are listed. */
const MAX_CHANNEL_LOCALES = 8;

const toEntry = ({ icon: Icon, ...command }: Command): Entry => ({ ...command, image: <Icon /> });

function useGroups(searchText: string): readonly Group[] {
  const navigate = useNavigate();
  const { channel, locale } = useViewScope();
  const { pages, actions, contexts } = useCommands();
  const q = useDeferredValue(searchText.trim());
  const productHits = useQuery(findProductsQuery(q, channel?.code ?? null, locale?.code ?? null)).data ?? [];
  const products = productHits.map(
    ({ sku, label, image, attributeSet }): Entry => ({
      key: sku,
      image: <Thumbnail url={image?.url} name={label} icon={attributeSet?.icon} />,
      label: stripBrackets(label),
      hint: sku,
      run: () => void navigate({ to: '/products/$sku', params: { sku } }),
    }),
  );
  return [
    { title: t('Pages'), entries: filterCommands(pages, searchText).map(toEntry) },
    { title: t('Actions'), entries: filterCommands(actions, searchText).map(toEntry) },
    {
      title: t('Channels and locales'),
      entries:
        q === '' ? [] : filterCommands(contexts, searchText).slice(0, MAX_CHANNEL_LOCALES).map(toEntry),
    },
    // Products are last, as they come after the typed text: the entry that Enter opens stays where it is.
    { title: t('Products'), entries: products },
  ].filter(({ entries }) => entries.length > 0);
}

/** Finds pages, products and actions by what is typed; arrow keys choose, Enter opens, Escape closes. */
export default function CommandPalette(props: {
  /** Text that was typed before the palette was loaded. */
  readonly typedBefore: string;
  readonly onClose: () => void;
}) {
  const { typedBefore, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState(typedBefore);
  const [chosen, setChosen] = useState(0);
  const groups = useGroups(typed);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries[Math.min(chosen, entries.length - 1)];
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (active !== undefined) document.getElementById(idOf(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((chosen + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter' && active !== undefined) run(active);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className="palette" aria-label={t('Search')} onClose={onClose}>
      <div className="palette-field">
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          aria-label={t('Search pages, products and actions')}
          placeholder={t('Search pages, products and actions')}
          aria-expanded="true"
          aria-controls="palette-entries"
          aria-activedescendant={active === undefined ? undefined : idOf(active)}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div
        id="palette-entries"
        role="listbox"
        tabIndex={-1}
        aria-label={t('Results')}
        className="palette-entries"
      >
        {groups.map(({ title, entries: groupEntries }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {groupEntries.map((entry) => (
              <button
                key={entry.key}
                id={idOf(entry)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={entry === active}
                className="palette-entry"
                onClick={() => run(entry)}
                onMouseMove={() => setChosen(entries.indexOf(entry))}
              >
                {entry.image}
                <Text span truncate flex={1}>
                  {entry.label}
                </Text>
                <Text span size="xs" c="dimmed" className="code">
                  {entry.hint}
                </Text>
              </button>
            ))}
          </fieldset>
        ))}
      </div>
      {entries.length === 0 ? (
        <Text c="dimmed" p="16px 20px 24px">
          {t('Nothing found.')}
        </Text>
      ) : null}
    </dialog>
  );
}

const idOf = ({ key }: Entry) => `palette-${key}`;
