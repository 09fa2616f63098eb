import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

/** Tabs of a page. A tab renders and loads its data when it is selected. */
export function Sections(props: {
  /** `Product details` */
  readonly label: string;
  readonly parts: readonly { readonly title: string; readonly content: ReactNode }[];
  /** The title of the selected tab, where the page keeps it; otherwise the tabs do. */
  readonly selected?: string | undefined;
  readonly onSelect?: (title: string) => void;
}) {
  const { label, parts, selected, onSelect } = props;
  const first = parts[0]?.title ?? null;
  const state = onSelect === undefined ? { defaultValue: first } : { value: selected ?? first };
  return (
    <Tabs
      {...state}
      onChange={(title) => {
        if (title !== null) onSelect?.(title);
      }}
      keepMounted={false}
      mt="lg"
    >
      <Tabs.List aria-label={label}>
        {parts.map(({ title }) => (
          <Tabs.Tab key={title} value={title}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ title, content }) => (
        <Tabs.Panel key={title} value={title} pt="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
