import { Select, Text } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import { SortableList } from '../../../ui/order/sortable-list.tsx';

interface OrderedItem {
  readonly code: string;
  readonly label: string;
}

/** Shows a list whose order matters: items are dragged or moved by buttons, added from choices and removed. */
export function OrderedList(props: {
  /** Title of the list, such as `Facets`, and its accessible name. */
  readonly label: string;
  readonly codes: readonly string[];
  /** All items there can be. */
  readonly choices: readonly OrderedItem[];
  /** Label of the field that adds items. */
  readonly add: string;
  /** Marks the first item, such as `Default`. */
  readonly first?: string;
  /** Keeps the last item from being removed. */
  readonly isRequired?: boolean;
  readonly onChange: (codes: string[]) => void;
}) {
  const { label, codes, choices, add, first, isRequired = false, onChange } = props;
  const labelOf = (code: string) => choices.find((choice) => choice.code === code)?.label ?? code;
  const remainingChoices = choices.filter(({ code }) => !codes.includes(code));
  return (
    <div className="ordered">
      <SortableList
        label={label}
        keepsLast={isRequired}
        items={codes.map((code, index) => ({
          key: code,
          name: labelOf(code),
          content: (
            <>
              <span className="ordered-label">{labelOf(code)}</span>
              {labelOf(code) === code ? null : <code className="quiet">{code}</code>}
              {first !== undefined && index === 0 ? (
                <Text span size="xs" px={6} bg="var(--selection)" bdrs={4}>
                  {first}
                </Text>
              ) : null}
            </>
          ),
        }))}
        onMove={(moved) => onChange([...moved])}
        onRemove={(code) => onChange(codes.filter((other) => other !== code))}
      />
      {remainingChoices.length === 0 ? null : (
        <Select
          key={codes.length}
          aria-label={add}
          placeholder={add}
          searchable
          selectFirstOptionOnChange
          limit={100}
          maw={320}
          value={null}
          data={remainingChoices.map(({ code, label: text }) => ({ value: code, label: text }))}
          nothingFoundMessage={t('Nothing found')}
          onChange={(code) => {
            if (code !== null) onChange([...codes, code]);
          }}
        />
      )}
    </div>
  );
}
