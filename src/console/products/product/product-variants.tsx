import { Stack, Text } from '@mantine/core';
import { Rich } from '../../language/rich.tsx';
import { t, tCode } from '../../language/t.ts';
import { Code } from '../../ui/code.tsx';
import { RowTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { StatusBadge, titled } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import type { Product } from './product-documents.ts';

/** The model that a product belongs to, and its variants. */
export function ProductVariants({ product: { parent, children } }: { readonly product: Product }) {
  if (parent === null && children.nodes.length === 0) {
    return (
      <EmptyState title={t('No variants')}>{t('This product has no model and no variants.')}</EmptyState>
    );
  }
  return (
    <Stack>
      {parent === null ? null : (
        <Text>
          <Rich
            message="Inherits values from {parent}."
            values={{
              parent: (
                <TextLink to="/products/$sku" params={{ sku: parent.sku }}>
                  {parent.label}
                </TextLink>
              ),
            }}
          />
        </Text>
      )}
      {children.nodes.length === 0 ? null : (
        <RowTable
          label={t('Variants')}
          rows={children.nodes}
          keyOf={({ sku }) => sku}
          columns={[
            {
              title: t('Product'),
              isHeader: true,
              cell: ({ sku, label, image }) => (
                <span className="with-thumbnail">
                  <Thumbnail url={image?.url} name={label} />
                  <TextLink to="/products/$sku" params={{ sku }}>
                    {label}
                  </TextLink>
                </span>
              ),
            },
            { title: t('SKU'), cell: ({ sku }) => <Code>{sku}</Code> },
            { title: t('Type'), cell: ({ type }) => tCode(titled(type)) },
            { title: t('Status'), cell: ({ status }) => <StatusBadge state={status} /> },
          ]}
        />
      )}
    </Stack>
  );
}
