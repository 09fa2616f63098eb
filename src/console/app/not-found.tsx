import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Rich } from '../language/rich.tsx';
import { t } from '../language/t.ts';
import { Page } from '../ui/page.tsx';

/** Shows that a URL has no page. */
export function NotFound() {
  return (
    <Page title={t('Page not found')}>
      <Text>
        <Rich
          message="Go to {home} or choose a page from the menu."
          values={{
            home: (
              <Anchor component={Link} to="/" underline="always">
                {t('Home')}
              </Anchor>
            ),
          }}
        />
      </Text>
    </Page>
  );
}
