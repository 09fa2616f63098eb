import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';

/** For a URL without a page. */
export function NotFound() {
  return (
    <Page title="Page not found">
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
