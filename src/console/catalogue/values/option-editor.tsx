import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../i18n/translate.ts';
import { CheckIcon } from '../../ui/icons.ts';
import type { EditorProps } from '../../ui/sheet/sheet-types.ts';
import { Swatch } from '../../ui/swatch.tsx';
import type { CellOption } from './cell-value.ts';

/** Maximum number of options that are listed at a time; typing narrows them. */
const MAX_OPTIONS = 100;

/** Returns the options whose code or one of whose names has all terms, those that begin so first. */
export function filterOptions(options: readonly CellOption[], searchText: string): readonly CellOption[] {
  const searchTerm = searchText.trim().toLowerCase();
  const terms = searchTerm.split(/\s+/);
  const matchingOptions = options.filter(({ code, label, names }) =>
    terms.every((word) => [code, label, ...names].some((name) => name.toLowerCase().includes(word))),
  );
  const starts = ({ label }: CellOption) => label.toLowerCase().startsWith(searchTerm);
  return [...matchingOptions.filter(starts), ...matchingOptions.filter((option) => !starts(option))].slice(
    0,
    MAX_OPTIONS,
  );
}

/** Shows the label of an option beside its swatch. */
export function OptionLabel({
  option: { label, color = null, image = null },
}: {
  readonly option: CellOption;
}) {
  return (
    <span className="option-label">
      <Swatch color={color} image={image} />
      {label}
    </span>
  );
}

/** Chooses options by typing: arrow keys move, Enter chooses; with several, Tab saves them. */
export function OptionEditor(
  props: EditorProps & {
    readonly label: string;
    /** It is undefined while they are loaded. */
    readonly options: readonly CellOption[] | undefined;
    /** Options that {@link onType} has found, in place of those of the options that match. */
    readonly matches?: readonly CellOption[];
    readonly onType?: (text: string) => void;
    /** The codes that are chosen. */
    readonly chosen: readonly string[];
    readonly isMany: boolean;
    /** True if Enter keeps the chosen option until another one is gone to. */
    readonly startsAtChosen?: boolean;
    readonly onCommit: (options: readonly CellOption[]) => void;
  },
) {
  const { label, options = [], matches, isMany, typed: initialInput, onType, onCommit, onDone } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useListBelow(field);
  const isOver = useRef(false);
  const [text, setText] = useState(initialInput ?? '');
  const [chosen, setChosen] = useState(props.chosen);
  const [at, setAt] = useState(() =>
    props.startsAtChosen === true && initialInput === null
      ? Math.max(
          0,
          options.findIndex(({ code }) => code === props.chosen[0]),
        )
      : 0,
  );
  const visibleOptions = matches ?? filterOptions(options, text);
  const active = visibleOptions[Math.min(at, visibleOptions.length - 1)];
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (active !== undefined)
      document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const finish = (direction: Parameters<typeof onDone>[0], codes: readonly string[] | null) => {
    if (isOver.current) return;
    isOver.current = true;
    const isSame = codes === null || codes.join(' ') === props.chosen.join(' ');
    // Options that went out of use are not among those to choose from, and stay.
    const toOption = (code: string) =>
      options.find((option) => option.code === code) ?? { code, label: code, names: [] };
    if (!isSame) onCommit(codes.map(toOption));
    onDone(direction);
  };
  const choose = (option: CellOption) => {
    if (!isMany) return finish('down', [option.code]);
    setChosen((before) =>
      before.includes(option.code) ? before.filter((code) => code !== option.code) : [...before, option.code],
    );
    setText('');
    onType?.('');
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const codes = isMany || active === undefined || text === '' ? (isMany ? chosen : null) : [active.code];
    if (step !== undefined)
      setAt(
        (Math.min(at, visibleOptions.length - 1) + step + visibleOptions.length) %
          Math.max(1, visibleOptions.length),
      );
    else if (event.key === 'Escape') finish('stay', null);
    else if (event.key === 'Tab') finish(event.shiftKey ? 'left' : 'right', codes);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) finish('down', codes);
    else if (event.key === 'Enter' && active !== undefined) choose(active);
    else return;
    event.preventDefault();
  };
  const names = chosen.map((code) => options.find((option) => option.code === code)?.label ?? code);
  return (
    <>
      <input
        ref={field}
        type="text"
        role="combobox"
        className="cell-editor"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active === undefined ? undefined : optionId(id, active)}
        placeholder={names.join(', ')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          onType?.(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
        onBlur={() => finish('none', isMany ? chosen : null)}
      />
      <OptionList
        ref={list}
        id={id}
        label={label}
        options={visibleOptions}
        active={active}
        chosen={chosen}
        isMany={isMany}
        onChoose={choose}
        onPoint={(option) => setAt(visibleOptions.indexOf(option))}
      />
    </>
  );
}

const optionId = (id: string, { code }: CellOption) => `${id}-${code}`;

/** Returns the element of a list that opens below a field, or above it. */
function useListBelow(field: RefObject<HTMLElement | null>): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = field.current?.getBoundingClientRect();
    const { current } = list;
    if (box === undefined || current === null) return;
    current.showPopover();
    const isAbove = box.bottom + 280 > window.innerHeight;
    current.style.insetInlineStart = `${Math.min(box.left, window.innerWidth - 248)}px`;
    current.style.insetBlockStart = isAbove ? 'auto' : `${box.bottom + 4}px`;
    current.style.insetBlockEnd = isAbove ? `${window.innerHeight - box.top + 4}px` : 'auto';
  }, [field]);
  return list;
}

/** Shows the options that match; the field keeps the focus. */
function OptionList(props: {
  readonly ref: Ref<HTMLDivElement>;
  readonly id: string;
  readonly label: string;
  readonly options: readonly CellOption[];
  readonly active: CellOption | undefined;
  /** The codes that are chosen. */
  readonly chosen: readonly string[];
  readonly isMany: boolean;
  readonly onChoose: (option: CellOption) => void;
  /** Called when the pointer moves over an option. */
  readonly onPoint: (option: CellOption) => void;
}) {
  const { ref, id, label, options, active, chosen, isMany, onChoose, onPoint } = props;
  return (
    <div ref={ref} popover="manual" className="menu cell-options">
      <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={label} aria-multiselectable={isMany}>
        {options.map((option) => (
          // The field keeps the focus, so that a click does not leave it.
          <div
            key={option.code}
            id={optionId(id, option)}
            role="option"
            tabIndex={-1}
            className="menu-item"
            title={option.code}
            aria-selected={chosen.includes(option.code)}
            data-active={option === active || undefined}
            onMouseDown={(event) => {
              event.preventDefault();
              event.stopPropagation();
              onChoose(option);
            }}
            onMouseMove={() => onPoint(option)}
          >
            <OptionLabel option={option} />
            {chosen.includes(option.code) ? <CheckIcon /> : null}
          </div>
        ))}
      </div>
      {options.length === 0 ? <p>{t('Nothing found.')}</p> : null}
      {isMany ? <p>{t('Enter selects, Tab saves')}</p> : null}
    </div>
  );
}
