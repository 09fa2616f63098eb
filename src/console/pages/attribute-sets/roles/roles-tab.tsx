import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../../api/view-scope.ts';
import type { WorkProps } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { Menu, MenuRadioItem } from '../../../ui/menu.tsx';
import { ROLE_LABELS } from '../content/role-labels.ts';
import { contentOfDraft, ROLES, type Role, roleName, storedContent } from '../content/set-content.ts';
import { type AttributeSet, exampleQuery } from '../set-documents.ts';
import { formatExample } from './format-example.ts';
import { membersForRole, suggestForRole } from './suggest-roles.ts';

/** Shows which attribute is the label, the image and so on of a product of the set, with the values of one. */
export function RolesTab({ item, form, mayEdit }: WorkProps<AttributeSet>) {
  const { channel, locale } = useViewScope();
  const content = contentOfDraft(item, form.draft);
  const { roles, members } = content;
  const attributes = [...new Set(Object.values(roles).filter((code) => code !== null))].toSorted();
  const example = useQuery(
    exampleQuery(item.code, attributes, channel?.code ?? null, locale?.code ?? null),
  ).data;
  const values = (example?.data ?? {}) as Readonly<Record<string, unknown>>;
  const labelOf = (code: string) =>
    members.find(({ attribute }) => attribute.code === code)?.attribute.label ?? code;
  const assign = (role: Role, code: string | null) => ({
    name: roleName(role),
    base: storedContent(item).roles[role],
    value: code,
  });
  const suggestions = ROLES.flatMap((role) => {
    const code = suggestForRole(content, role)?.attribute.code;
    return code === undefined ? [] : [{ role, code }];
  });
  return (
    <table className="set-roles">
      <thead>
        <tr>
          <th scope="col">{t('Role')}</th>
          <th scope="col">{t('Attribute')}</th>
          <th scope="col">{example == null ? null : t('Example: {name}', { name: example.label })}</th>
        </tr>
      </thead>
      <tbody>
        {ROLES.map((role) => {
          const code = roles[role];
          const suggestion = suggestions.find((one) => one.role === role);
          return (
            <tr key={role} data-changed={form.draft[roleName(role)] === undefined ? undefined : true}>
              <th scope="row">{ROLE_LABELS[role]}</th>
              <td>
                {mayEdit ? (
                  <RoleChoice
                    role={ROLE_LABELS[role]}
                    code={code}
                    choices={membersForRole(content, role).map(({ attribute }) => attribute)}
                    isDisabled={form.isSaving}
                    onChange={(next) => form.change(assign(role, next))}
                  />
                ) : code === null ? (
                  <span className="quiet">{t('None')}</span>
                ) : (
                  labelOf(code)
                )}
              </td>
              <td>
                {code !== null ? (
                  <span className="quiet">{formatExample(values[code])}</span>
                ) : mayEdit && suggestion !== undefined ? (
                  <Button
                    size="xs"
                    variant="default"
                    disabled={form.isSaving}
                    onClick={() => form.change(assign(role, suggestion.code))}
                  >
                    {t('Use {name}', { name: labelOf(suggestion.code) })}
                  </Button>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Shows the attribute of a role as a menu of those that can have it. */
function RoleChoice(props: {
  readonly role: string;
  readonly code: string | null;
  readonly choices: readonly { readonly code: string; readonly label: string }[];
  readonly isDisabled: boolean;
  readonly onChange: (code: string | null) => void;
}) {
  const { role, code, choices, isDisabled, onChange } = props;
  const current = choices.find((choice) => choice.code === code)?.label ?? code ?? t('None');
  const items = [{ code: null, label: t('None') }, ...choices];
  return (
    <Menu
      label={`${role}: ${current}`}
      className="flat status-switch"
      button={
        <>
          {current}
          <ChevronDownIcon />
        </>
      }
    >
      {items.map((item) => (
        <MenuRadioItem
          key={item.code}
          isChosen={item.code === code}
          onClick={() => {
            if (!isDisabled && item.code !== code) onChange(item.code);
          }}
        >
          {item.label}
        </MenuRadioItem>
      ))}
    </Menu>
  );
}
