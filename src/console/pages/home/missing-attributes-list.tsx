import { Box, Text, Title } from '@mantine/core';
import { useViewScope } from '../../api/view-scope.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { TextLink } from '../../ui/text-link.tsx';
import type { HomeCatalogue } from './home-documents.ts';
import { incompleteColumns } from './readiness-matrix.ts';

/** Maximum number of attributes that are listed. */
const MAX_ATTRIBUTES = 8;

/**
 * Shows the attributes that most products lack in the channel and locale of the page, each with a link to these
 * products; nothing where none is missing.
 */
export function MissingAttributesList({ facets }: Pick<HomeCatalogue['here'], 'facets'>) {
  const { channel, locale } = useViewScope();
  const gaps = facets.flatMap(({ values }) => values).toSorted((one, other) => other.count - one.count);
  const most = gaps[0]?.count ?? 0;
  if (most === 0) return null;
  return (
    <section aria-labelledby="gaps">
      <Title order={2} id="gaps" mb="xs">
        {t('Missing most often')}
        <Text span size="xs" c="var(--ink-3)" ml="xs">{`${channel?.label} · ${locale?.label}`}</Text>
      </Title>
      <ul className="plain-list">
        {gaps.slice(0, MAX_ATTRIBUTES).map(({ value, label, count }) => (
          <li key={value}>
            <TextLink
              to="/products"
              search={{
                where: [{ field: 'completeness', operator: 'missing', value }],
                columns: incompleteColumns([value]),
              }}
              className="gap"
              title={value}
            >
              <Text span inherit truncate>
                {label}
              </Text>
              <Box component="span" bg="var(--sunken)" bdrs={4}>
                <Box
                  component="span"
                  display="block"
                  h={8}
                  miw={3}
                  w={`${(100 * count) / most}%`}
                  bg="var(--heat-3)"
                  bdrs={4}
                />
              </Box>
              <Text span c="dimmed" ta="end" className="number">
                {count.toLocaleString(localeTag)}
              </Text>
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
