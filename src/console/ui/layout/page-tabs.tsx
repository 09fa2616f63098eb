import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows the tabs of a page. A tab renders and loads its data when it is selected. */
export function PageTabs(props: {
  /** Label of the tab: `Product details`. */
  readonly label: string;
  readonly parts: readonly { readonly title: string; readonly content: ReactNode }[];
  /** The selected tab, where the page keeps it; otherwise the tabs do. */
  readonly selected?: number;
  readonly onSelect?: (position: number) => void;
  /** True right below the head of a page. */
  readonly isFirst?: boolean;
}) {
  const { label, parts, selected, onSelect, isFirst = false } = props;
  // Ids are made of the values of tabs, so these have no spaces.
  const state = selected === undefined ? { defaultValue: '0' } : { value: String(selected) };
  return (
    <Tabs
      {...state}
      onChange={(tabValue) => onSelect?.(Number(tabValue))}
      keepMounted={false}
      mt={isFirst ? 0 : 'lg'}
    >
      <Tabs.List aria-label={label}>
        {parts.map(({ title }, index) => (
          <Tabs.Tab key={title} value={String(index)}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ title, content }, index) => (
        <Tabs.Panel key={title} value={String(index)} pt="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
