import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

/** Parts of a page of which one is shown, chosen by tabs; a part is drawn, and asks for what it shows, once it is chosen. */
export function Sections(props: {
  /** `About this product` */
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
