import { Text } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import { valueKey } from './draft.ts';
import { useDraft, useFormContext } from './form-context.ts';
import type { FieldGroup } from './form-model.ts';

/** Shows the groups of attributes, with what is missing in each; a click leads to the group. */
export function GroupList(props: {
  readonly groups: readonly FieldGroup[];
  /** The groups that have fields to show. */
  readonly shown: readonly FieldGroup[];
}) {
  const { groups, shown } = props;
  const draft = useDraft(useFormContext().store);
  return (
    <nav className="form-groups" aria-label={t('Attribute groups')}>
      {groups.map((group) => {
        const count = group.fields.filter(({ attribute, cells }) =>
          cells.some(
            ({ isMissing, channel, locale, currencies }) =>
              isMissing &&
              !currencies.some((currency) => {
                const draftValue = draft.get(
                  valueKey({ attribute: attribute.code, channel, locale, currency }),
                );
                return draftValue !== undefined && draftValue.value !== null;
              }),
          ),
        ).length;
        return (
          <button
            key={group.code}
            type="button"
            className="flat"
            disabled={!shown.some(({ code }) => code === group.code)}
            onClick={() => document.getElementById(`group-${group.code}`)?.scrollIntoView({ block: 'start' })}
          >
            <span>{group.title}</span>
            {count === 0 ? null : (
              <Text span className="number" size="xs" c="var(--warn)" flex="none">
                {t('{count} missing', { count })}
              </Text>
            )}
          </button>
        );
      })}
    </nav>
  );
}
