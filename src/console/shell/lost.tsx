import { Anchor, Text } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Page } from './page.tsx';
import { FailureNote } from './states.tsx';

/** For an address that leads to no page. */
export function NothingHere() {
  return (
    <Page title="There is no such page">
      <Text>
        Go to the{' '}
        <Anchor component={Link} to="/" underline="always">
          overview
        </Anchor>{' '}
        or choose a page from the menu.
      </Text>
    </Page>
  );
}

/** For a page that broke while it was drawn. */
export function BrokenPage({ error }: ErrorComponentProps) {
  return (
    <Page title="This page broke">
      <FailureNote error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
