import { Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { ChevronDownIcon } from '../../../ui/icons.ts';
import { titled } from '../../../ui/status-badge.tsx';
import { ApiName } from './api-name.tsx';
import type { AttributeGroup } from './attribute-groups.ts';

/** Shows the attributes of a group, each with a box; the box of the group is for all of them. */
export function AttributeGroupCheckboxes(props: {
  readonly group: AttributeGroup;
  readonly exposed: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly onChoose: (codes: readonly string[], isOn: boolean) => void;
}) {
  const { group, exposed, onChoose } = props;
  const [isOpen, setIsOpen] = useState(props.isOpen);
  const codes = group.attributes.map(({ code }) => code);
  const count = codes.filter((code) => exposed.has(code)).length;
  return (
    <section className="attribute-group" aria-label={group.label}>
      <Group className="attribute-group-head" gap={10} wrap="nowrap" pl="xs">
        <input
          type="checkbox"
          aria-label={t('All of {name}', { name: group.label })}
          ref={(box) => {
            if (box !== null) box.indeterminate = count > 0 && count < codes.length;
          }}
          checked={count === codes.length}
          onChange={() => onChoose(codes, count < codes.length)}
        />
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Title order={2} fz="sm">
            {group.label}
          </Title>
          <span className="number quiet">{t('{count} of {all}', { count, all: codes.length })}</span>
          <ChevronDownIcon />
        </button>
      </Group>
      {isOpen ? (
        <ul className="plain-list">
          {group.attributes.map(({ code, label, type, apiName }) => (
            <li key={code} title={code}>
              <label>
                <input
                  type="checkbox"
                  checked={exposed.has(code)}
                  onChange={({ currentTarget }) => onChoose([code], currentTarget.checked)}
                />
                <span>{label}</span>
              </label>
              <ApiName name={apiName} />
              <Text span flex="none" w={130} c="dimmed" visibleFrom="sm">
                {translateLabel(titled(type ?? ''))}
              </Text>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
