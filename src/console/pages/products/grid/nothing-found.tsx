import { Button } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import { EmptyState } from '../../../ui/messages/states.tsx';

/** Shows that no product matches, and what to do. */
export function NothingFound(props: {
  /** Number of variants that the search finds and the chosen level does not list. */
  readonly variants: number;
  readonly onVariants: () => void;
  readonly onClear: (() => void) | null;
}) {
  const { variants, onVariants, onClear } = props;
  if (variants > 0)
    return (
      <EmptyState
        title={t('{count, plural, one {# variant matches} other {# variants match}}', { count: variants })}
      >
        {t('No model or single product does.')}
        <Button size="xs" mt="xs" display="block" mx="auto" onClick={onVariants}>
          {t('Show variants')}
        </Button>
      </EmptyState>
    );
  if (onClear === null)
    return (
      <EmptyState title={t('No products found')} area="products">
        {t('Create or import products.')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('No products found')} area="products">
      <Button variant="default" size="xs" mt="xs" onClick={onClear}>
        {t('Clear search and filters')}
      </Button>
    </EmptyState>
  );
}
