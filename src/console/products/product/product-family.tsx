import { List, Stack, Text } from '@mantine/core';
import { inWords } from '../../shell/state-badge.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { TextLink } from '../../shell/text-link.tsx';
import type { Product } from './product-documents.ts';

/** The model a product belongs to, and what stands below it. */
export function ProductFamily({ product: { parent, children } }: { readonly product: Product }) {
  if (parent === null && children.nodes.length === 0) {
    return <EmptyNote title="It stands alone">It is no variant and has none.</EmptyNote>;
  }
  return (
    <Stack>
      {parent === null ? null : (
        <Text size="sm">
          It inherits from{' '}
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
