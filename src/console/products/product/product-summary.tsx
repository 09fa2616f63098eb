import { Rich } from '../../language/rich.tsx';
import { t } from '../../language/t.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { shownProperties } from '../product-properties.tsx';
import type { Product } from './product-documents.ts';

/** The main properties of a product. */
export const ProductSummary = ({ product }: { readonly product: Product }) => (
  <DescriptionList
    items={{
      ...shownProperties(product),
      [t('Updated')]: (
        <Rich
          message="{date} by {name}, version {version}"
          values={{
            date: <DateTime at={product.updatedAt} />,
            name: product.updatedBy.name,
            version: product.version,
          }}
        />
      ),
    }}
  />
);
