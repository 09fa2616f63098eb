import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

/** Tabs of a page. A tab renders and loads its data when it is selected. */
export function Sections(props: {
  /** `Product details` */
  readonly label: string;
  readonly parts: readonly { readonly title: string; readonly content: ReactNode }[];
}) {
  const { label, parts } = props;
  return (
    <Tabs defaultValue={parts[0]?.title ?? null} keepMounted={false} mt="lg">
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
