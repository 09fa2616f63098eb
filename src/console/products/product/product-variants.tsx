import { List, Stack, Text } from '@mantine/core';
import { EmptyState } from '../../ui/messages/states.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { Product } from './product-documents.ts';

/** The model that a product belongs to, and its variants. */
export function ProductVariants({ product: { parent, children } }: { readonly product: Product }) {
  if (parent === null && children.nodes.length === 0) {
    return <EmptyState title="No variants">This product has no model and no variants.</EmptyState>;
  }
  return (
    <Stack>
      {parent === null ? null : (
        <Text size="sm">
          Inherits values from{' '}
          <TextLink to="/products/$sku" params={{ sku: parent.sku }}>
            {parent.label} ({parent.sku})
          </TextLink>
          .
        </Text>
      )}
      <List size="sm" spacing="xs">
        {children.nodes.map(({ sku, label, type, status }) => (
          <List.Item key={sku}>
            <TextLink to="/products/$sku" params={{ sku }}>
              {label} ({sku})
            </TextLink>
            , {inWords(type)}, {inWords(status)}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
