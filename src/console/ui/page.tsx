import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

let pagesShown = 0;

/**
 * Shows a page. Its title is also the document title, and takes the focus after navigation, so that screen readers
 * announce the page. The first page of a visit does not move the focus.
 */
export function Page(props: {
  readonly title: string;
  /** An image before the title. */
  readonly lead?: ReactNode;
  /** Tabs beside the title. */
  readonly tabs?: ReactNode;
  /** Text below the title, such as a SKU. With it, title and actions stay in sight. */
  readonly subtitle?: ReactNode;
  readonly intro?: ReactNode;
  /** Buttons beside the title, for actions on the whole page. */
  readonly actions?: ReactNode;
  /** Uses the whole width, for a grid. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  const { title, lead, tabs, subtitle, intro, actions, isWide = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Catalograph`;
  }, [title]);
  useEffect(() => {
    pagesShown += 1;
    if (pagesShown > 1) heading.current?.focus({ preventScroll: true });
  }, []);
  // Elements that stay in sight below the title begin below all of its lines.
  const box = useRef<HTMLDivElement>(null);
  const hasHead = subtitle !== undefined;
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>('.page-head > :first-child');
    const head = line?.parentElement;
    if (!hasHead || line == null || head == null) return;
    // In narrow windows only the title stays.
    const measure = () =>
      box.current?.style.setProperty('--head-height', `${head.offsetHeight || line.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [hasHead]);
  return (
    <Box ref={box} className={isWide ? 'page-wide' : undefined} maw={isWide ? undefined : 1400}>
      <Group
        className={subtitle !== undefined ? 'page-head' : tabs === undefined ? undefined : 'page-head-tabs'}
        justify="space-between"
        mb={tabs !== undefined ? 8 : intro === undefined ? 'md' : 4}
        gap="sm"
      >
        <Group gap="sm" wrap="nowrap">
          {lead}
          <div>
            <Title order={1} tabIndex={-1} ref={heading} title={subtitle === undefined ? undefined : title}>
              {title}
            </Title>
            {subtitle}
          </div>
        </Group>
        {tabs}
        {actions === undefined ? null : <Group gap="sm">{actions}</Group>}
      </Group>
      {intro === undefined ? null : (
        <Text c="var(--ink-2)" mb="md" maw={880}>
          {intro}
        </Text>
      )}
      {children}
    </Box>
  );
}
