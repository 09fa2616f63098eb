import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../../api/view-scope.ts';
import { visibilityQuery } from '../../../catalogue/live/live-documents.ts';
import { publishWarnings } from './publish-warnings.ts';

/**
 * Shows the obstacles to an unpublished product being live everywhere and complete once it is; nothing if there are
 * none.
 */
export function PublishWarningList({ sku }: { readonly sku: string }) {
  const { channel, locale } = useViewScope();
  const product = useQuery(visibilityQuery(sku, channel?.code ?? null, locale?.code ?? null)).data;
  const lines = product === null || product === undefined ? [] : publishWarnings(product);
  return lines.map((line) => (
    <Box key={line} component="span" display="block" c="dimmed" fz="xs">
      {line}
    </Box>
  ));
}
