import { Group, NumberInput, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import { findProductsQuery } from '../../../catalogue/products/find-products.ts';
import { t } from '../../../i18n/translate.ts';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { SortableList } from '../../../ui/order/sortable-list.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Thumbnail } from '../../../ui/thumbnail/thumbnail.tsx';
import { type UpdateProductInput, updateProduct, useUndoableSave } from '../panels/use-undoable-save.ts';
import {
  type AssociationType,
  findEntitiesQuery,
  incomingLinksQuery,
  linksQuery,
  type ProductLink,
} from './links-documents.ts';

type LinkChange = NonNullable<UpdateProductInput['associations']>[number];

/** Shows the links of a product by type, out and in. Each change is saved at once. */
export function LinksPanel({ sku }: { readonly sku: string }) {
  const { channel, locale } = useViewScope();
  const query = useQuery(linksQuery(sku, channel?.code ?? null, locale?.code ?? null));
  return (
    <QueryResult query={query} what={t('links')} shape="rows">
      {({ associationTypes: { nodes: types }, product }) =>
        types.length === 0 ? (
          <EmptyState title={t('No association types')} />
        ) : (
          <>
            {types.map((type) => {
              const links = product?.associations.find((one) => one.type.code === type.code);
              return (
                <LinksOfType
                  key={type.code}
                  sku={sku}
                  type={type}
                  products={links?.products ?? []}
                  entities={links?.entities ?? []}
                />
              );
            })}
            <Incoming sku={sku} types={types.map(({ code }) => code)} />
          </>
        )
      }
    </QueryResult>
  );
}

interface EntityLink {
  readonly ref: string;
  readonly source: string;
  readonly entity: { readonly label: string };
}

function LinksOfType(props: {
  readonly sku: string;
  readonly type: AssociationType;
  readonly products: readonly ProductLink[];
  readonly entities: readonly EntityLink[];
}) {
  const { sku, type, products, entities } = props;
  const mayEdit = useCanEdit();
  const save = useUndoableSave();
  const write = (change: Omit<LinkChange, 'type'>, done: string) =>
    save.mutate({ run: () => updateProduct(sku, { associations: [{ type: type.code, ...change }] }), done });
  const isOwn = ({ source }: { readonly source: string }) => source === 'OWN';
  const own = products.filter(isOwn);
  const inherited = products.filter((link) => !isOwn(link));
  const input = ({ product, quantity }: ProductLink) => ({
    ref: product.sku,
    ...(type.quantified === true ? { quantity: quantity ?? 1 } : {}),
  });
  const nameOf = (ref: string) => own.find(({ product }) => product.sku === ref)?.product.label ?? ref;
  return (
    <section className="panel-section">
      <h3>{type.label}</h3>
      {mayEdit ? (
        <SortableList
          label={type.label}
          isBusy={save.isPending}
          items={own.map((link) => ({
            key: link.product.sku,
            name: link.product.label,
            content: (
              <>
                <LinkedProduct {...link.product} />
                {type.quantified === true ? (
                  <NumberInput
                    size="xs"
                    w={64}
                    min={1}
                    aria-label={t('Quantity of {name}', { name: link.product.label })}
                    defaultValue={link.quantity ?? 1}
                    onBlur={({ currentTarget }) => {
                      const quantity = Number(currentTarget.value);
                      if (quantity > 0 && quantity !== link.quantity)
                        write(
                          { products: { add: [{ ref: link.product.sku, quantity }] } },
                          t('Quantity of {name} saved.', { name: link.product.label }),
                        );
                    }}
                  />
                ) : null}
              </>
            ),
          }))}
          onMove={(keys) => {
            const set = keys.flatMap((key) => own.filter(({ product }) => product.sku === key).map(input));
            write({ products: { set } }, t('Order saved.'));
          }}
          onRemove={(key) =>
            write({ products: { remove: [key] } }, t('{name} removed.', { name: nameOf(key) }))
          }
        />
      ) : null}
      <ul className="plain-list linked">
        {(mayEdit ? inherited : products).map((link) => (
          <li key={link.product.sku}>
            <LinkedProduct {...link.product} isInherited={!isOwn(link)} />
          </li>
        ))}
        {entities.map(({ ref, entity, source }) => (
          <li key={ref}>
            <span className="ordered-label">
              {entity.label} <span className="quiet">{ref.split('/')[0]}</span>
            </span>
            {mayEdit && source === 'OWN' ? (
              <button
                type="button"
                className="link-button"
                aria-label={t('Remove {name}', { name: entity.label })}
                onClick={() =>
                  write({ entities: { remove: [ref] } }, t('{name} removed.', { name: entity.label }))
                }
              >
                {t('Remove')}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <AddLink
          type={type}
          without={[sku, ...own.map(({ product }) => product.sku)]}
          onAdd={({ ref, label, isEntity }) =>
            write(
              isEntity
                ? { entities: { add: [{ ref }] } }
                : { products: { add: [{ ref, ...(type.quantified === true ? { quantity: 1 } : {}) }] } },
              t('{name} added.', { name: label }),
            )
          }
        />
      ) : null}
    </section>
  );
}

function LinkedProduct(props: {
  readonly sku: string;
  readonly label: string;
  readonly image: { readonly url: string | null } | null;
  readonly isInherited?: boolean;
}) {
  const { sku, label, image, isInherited = false } = props;
  return (
    <Group gap={8} miw={0} wrap="nowrap">
      <Thumbnail url={image?.url} name={label} />
      <span>
        <TextLink to="/products/$sku" params={{ sku }}>
          {label}
        </TextLink>
        <Text span display="block" size="xs" c="dimmed">
          {sku}
          {isInherited ? ` · ↑ ${t('Inherited')}` : ''}
        </Text>
      </span>
    </Group>
  );
}

interface Found {
  readonly ref: string;
  readonly label: string;
  readonly isEntity: boolean;
}

/** Finds products and entities by what is typed. */
function AddLink(props: {
  readonly type: AssociationType;
  readonly without: readonly string[];
  readonly onAdd: (product: Found) => void;
}) {
  const { type, without, onAdd } = props;
  const { channel, locale } = useViewScope();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const products = useQuery(findProductsQuery(q, channel?.code ?? null, locale?.code ?? null)).data ?? [];
  const entities = useQuery(findEntitiesQuery(q, locale?.code ?? null)).data ?? [];
  const linkTargets: readonly Found[] = [
    ...products
      .filter(({ sku }) => !without.includes(sku))
      .map(({ sku, label }) => ({ ref: sku, label, isEntity: false })),
    ...entities.map(({ code, label, entityType }) => ({
      ref: `${entityType?.code}/${code}`,
      label,
      isEntity: true,
    })),
  ];
  const label = t('Add to {type}', { type: type.label });
  return (
    <Select
      aria-label={label}
      placeholder={label}
      searchable
      selectFirstOptionOnChange
      size="xs"
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={linkTargets.map(({ ref, label: name }) => ({ value: ref, label: `${name} · ${ref}` }))}
      nothingFoundMessage={q.length > 1 ? t('Nothing found') : t('Type to search')}
      onChange={(ref) => {
        const selectedTarget = linkTargets.find((one) => one.ref === ref);
        if (selectedTarget === undefined) return;
        onAdd(selectedTarget);
        setTyped('');
      }}
    />
  );
}

/** Shows the products that link to this one. */
function Incoming({ sku, types }: { readonly sku: string; readonly types: readonly string[] }) {
  const { channel, locale } = useViewScope();
  const query = useQuery(incomingLinksQuery(sku, types, channel?.code ?? null, locale?.code ?? null));
  const products = query.data ?? [];
  if (products.length === 0) return null;
  return (
    <section className="panel-section">
      <h3>{t('Linked from')}</h3>
      <ul className="plain-list linked">
        {products.map(({ associations, ...product }) => (
          <li key={product.sku}>
            <LinkedProduct {...product} />
            <Text span c="dimmed" ml="auto">
              {associations
                .filter((one) => one.products.some((link) => link.product.sku === sku))
                .map(({ type }) => type.label)
                .join(', ')}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
