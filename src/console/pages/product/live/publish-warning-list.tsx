import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../../api/view-scope.ts';
import { gapSchemaQuery } from '../../../catalogue/actions/gap-schema.ts';
import { type MissingInScope, unguardedGapsText } from '../../../catalogue/actions/missing-columns.ts';
import { visibilityQuery } from '../../../catalogue/live/live-documents.ts';
import { publishWarnings } from './publish-warnings.ts';

/** Returns the channels in which products appear although they are incomplete, and what they miss there; null for none. */
function useUnguardedGaps(gaps: readonly MissingInScope[]): string | null {
  const { locale } = useViewScope();
  const enabled = gaps.some(({ missing }) => missing.length > 0);
  const schema = useQuery({ ...gapSchemaQuery(locale?.code ?? ''), enabled }).data;
  return schema === undefined ? null : unguardedGapsText(gaps, schema);
}

/**
 * Shows the obstacles to an unpublished product being live everywhere and complete once it is; nothing if there are
 * none.
 */
export function PublishWarningList({ sku }: { readonly sku: string }) {
  const { channel, locale } = useViewScope();
  const product = useQuery(visibilityQuery(sku, channel?.code ?? null, locale?.code ?? null)).data;
  const incomplete = useUnguardedGaps(product?.completeness ?? []);
  return (
    <Notes lines={product === null || product === undefined ? [] : publishWarnings(product, incomplete)} />
  );
}

/** Shows what products lack that appear although they are incomplete. */
export function IncompleteNote({ gaps }: { readonly gaps: readonly MissingInScope[] }) {
  const text = useUnguardedGaps(gaps);
  return text === null ? null : <Notes lines={[text]} />;
}

const Notes = ({ lines }: { readonly lines: readonly string[] }) =>
  lines.map((line) => (
    <Box key={line} component="span" display="block" c="dimmed" fz="xs">
      {line}
    </Box>
  ));
