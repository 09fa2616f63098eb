import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FormattedMessage } from '../i18n/formatted-message.tsx';
import { t } from '../i18n/translate.ts';
import { Page } from '../ui/page.tsx';

/** Shows that a URL has no page. */
export function NotFound() {
  return (
    <Page title={t('Page not found')}>
      <Text>
        <FormattedMessage
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
