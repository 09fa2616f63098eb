import { Text } from '@mantine/core';
import { ALL_CHANNELS } from '../../catalogue/model/attributes/all-channels.ts';
import { cellState, switchCells } from '../../catalogue/model/attributes/requirements.ts';
import type { EditorProps } from '../../catalogue/model/config-page-types.ts';
import { useChannelChoices } from '../../catalogue/model/fields/choices.ts';
import { formatList } from '../../i18n/format-list.ts';
import { t } from '../../i18n/translate.ts';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { Matrix } from '../../ui/matrix/matrix.tsx';
import type { EntityType, Member } from './entity-type-documents.ts';
import { cellOf, type Requirement, sortCells } from './requirements.ts';

const STATE_NAMES = {
  on: t('Required'),
  off: t('Not required'),
  inherited: t('Required in all channels'),
} as const;

/** Returns the attributes of a type with its unsaved ones, and those that are still required without being among them. */
function membersOf(
  { item, draft }: Pick<EditorProps<unknown, EntityType>, 'item' | 'draft'>,
  requirements: readonly Requirement[],
): readonly Member[] {
  const members = (draft?.attributes?.value ?? item?.attributes ?? []) as readonly Member[];
  const byCode = new Map([...requirements, ...members].map(({ code, label }) => [code, { code, label }]));
  return [...new Set([...members, ...requirements].map(({ code }) => code))].flatMap(
    (code) => byCode.get(code) ?? [],
  );
}

/** Switches the attributes that entities need in each channel, as the matrix of an attribute set does. */
export function RequirementsEditor(props: EditorProps<readonly Requirement[], EntityType>) {
  const { item = null, label, description, value, error, isDisabled, onChange } = props;
  const channels = useChannelChoices();
  const members = membersOf(props, value);
  if (item === null || members.length === 0) return null;
  const columns = [{ value: ALL_CHANNELS, label: t('All') }, ...channels];
  const required = new Set(value.map(cellOf));
  const stored = new Set(
    (item.requiredAttributes ?? []).flatMap(({ channel, attributes }) =>
      attributes.map((code) => `${channel}/${code}`),
    ),
  );
  return (
    <fieldset className="config-labels" aria-label={label}>
      <legend className="config-value-label">{label}</legend>
      <Text size="xs" c="dimmed">
        {description}
      </Text>
      {error === undefined ? null : <p role="alert">{error}</p>}
      <Matrix
        label={t('Required attributes by channel')}
        rowsTitle={t('Attribute')}
        columns={columns.map((column) => ({ key: column.value, label: column.label }))}
        groups={[
          {
            key: '',
            rows: members.map((member) => ({
              key: member.code,
              name: member.label,
              head: (
                <span className="matrix-head" title={member.code}>
                  <span className="matrix-name">
                    <CodeLabel label={member.label} />
                  </span>
                </span>
              ),
              cells: columns.map((column) => cellState(required, column.value, member.code)),
              changed: columns.flatMap((column, index) => {
                const cell = `${column.value}/${member.code}`;
                return required.has(cell) === stored.has(cell) ? [] : [index];
              }),
              isChanged: false,
            })),
          },
        ]}
        stateNames={STATE_NAMES}
        actions={
          isDisabled
            ? null
            : {
                onSet: (cells) => {
                  const next = switchCells(
                    required,
                    cells,
                    channels.map((channel) => channel.value),
                  );
                  onChange(
                    sortCells(
                      [...next].map((cell) => {
                        const [channel = '', code = ''] = cell.split('/');
                        return {
                          channel,
                          code,
                          label: members.find((one) => one.code === code)?.label ?? code,
                        };
                      }),
                    ),
                  );
                },
              }
        }
      />
    </fieldset>
  );
}

/** Names the required attributes of each channel. */
export function RequirementsText({ requirements }: { readonly requirements: readonly Requirement[] }) {
  const channels = useChannelChoices();
  const nameOf = (code: string) =>
    code === ALL_CHANNELS ? t('All channels') : (channels.find(({ value }) => value === code)?.label ?? code);
  const byChannel = Map.groupBy(requirements, ({ channel }) => channel);
  return (
    <DescriptionList
      items={Object.fromEntries(
        [...byChannel].map(([channel, ones]) => [nameOf(channel), formatList(ones.map((one) => one.label))]),
      )}
    />
  );
}
