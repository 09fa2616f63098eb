import { NativeSelect, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { Channel } from '../../api/workspace.ts';
import { useViewScope } from '../../app/view-scope.ts';
import { t } from '../../language/t.ts';
import { RowTable } from '../../ui/list.tsx';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { type Product, VALUES, type Value } from './product-documents.ts';
import { type ShownValue, showValues, type ValueGroup } from './show-values.ts';

type Locale = Channel['locales'][number];

/** The values of a product in the channel and locale of the page, with their sources, beside those to compare with. */
export function ProductValues({ product }: { readonly product: Product }) {
  const { channel, locale, compare } = useViewScope();
  if (channel === null || locale === null) return <EmptyState title={t('No channels yet')} />;
  return <ValuesIn product={product} channel={channel.code} locale={locale} compare={compare} />;
}

/** The values of a product in a channel and locale; none are asked for without a locale. */
const useValues = (product: Product, channel: string, locale: string | null) =>
  useQuery({
    queryKey: ['values', product.sku, product.version, channel, locale],
    queryFn: async ({ signal }): Promise<readonly Value[]> => {
      const answer = await request(VALUES, { ref: product.sku, channel, locale: locale ?? '' }, signal);
      return answer.product?.values ?? [];
    },
    enabled: locale !== null,
  });

function ValuesIn(props: {
  readonly product: Product;
  readonly channel: string;
  readonly locale: Locale;
  readonly compare: Locale | null;
}) {
  const { product, channel, locale, compare } = props;
  const [only, setOnly] = useState<string>('');
  const query = useValues(product, channel, locale.code);
  const others = useValues(product, channel, compare?.code ?? null).data ?? [];
  const groups = query.data === undefined ? [] : showValues(product, query.data, channel, locale.code);
  const compared =
    compare === null
      ? null
      : {
          title: compare.label,
          texts: new Map(others.map(({ attribute, display }) => [attribute.code, display])),
        };
  return (
    <Stack>
      {groups.length === 0 ? null : <ShowOnly groups={groups} only={only} onChange={setOnly} />}
      <QueryResult query={query} what={t('values')}>
        {() =>
          groups.length === 0 ? (
            <EmptyState title={t('No values and no attribute set')} />
          ) : (
            <ValueGroups groups={groups} only={only} title={locale.label} compared={compared} />
          )
        }
      </QueryResult>
    </Stack>
  );
}

/** The values of another locale by the code of their attribute. */
interface Compared {
  readonly title: string;
  readonly texts: ReadonlyMap<string, string>;
}

/** Limits the list to values of one source, such as missing or inherited. */
function ShowOnly(props: {
  readonly groups: readonly ValueGroup[];
  readonly only: string;
  readonly onChange: (only: string) => void;
}) {
  const { groups, only, onChange } = props;
  const rows = groups.flatMap((group) => group.rows);
  const choices = Object.entries(ORIGINS)
    .map(([value, { label }]) => ({
      value,
      label,
      count: rows.filter(({ origin }) => origin === value).length,
    }))
    .filter(({ value, count }) => count > 0 || value === only);
  return (
    <NativeSelect
      label={t('Show')}
      w={240}
      data={[
        { value: '', label: t('All values ({count})', { count: rows.length }) },
        ...choices.map(({ value, label, count }) => ({ value, label: `${label} (${count})` })),
      ]}
      value={only}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function ValueGroups(props: {
  readonly groups: readonly ValueGroup[];
  readonly only: string;
  /** The locale of the values. */
  readonly title: string;
  readonly compared: Compared | null;
}) {
  const { groups, only, title, compared } = props;
  const shown = groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ origin }) => only === '' || origin === only) }))
    .filter((group) => group.rows.length > 0);
  return shown.map((group) => (
    <section key={group.title} aria-label={group.title}>
      <Title order={2} mb={4}>
        {group.title}
      </Title>
      <RowTable
        label={t('Values: {group}', { group: group.title })}
        rows={group.rows}
        keyOf={({ code }) => code}
        columns={[
          {
            title: t('Attribute'),
            isHeader: true,
            width: '24%',
            cell: ({ code, label }) => <span title={code}>{label}</span>,
          },
          { title: compared === null ? t('Value') : title, cell: ({ text }) => text },
          ...(compared === null
            ? []
            : [{ title: compared.title, cell: ({ code }: ShownValue) => compared.texts.get(code) ?? '' }]),
          { title: t('Source'), width: '18%', cell: ({ origin }) => <Origin origin={origin} /> },
        ]}
      />
    </section>
  ));
}

const ORIGINS = {
  own: { label: t('This product'), tone: 'quiet', shape: 'none' },
  inherited: { label: t('Inherited'), tone: 'quiet', shape: 'up' },
  fallback: { label: t('Fallback locale'), tone: 'warn', shape: 'half' },
  missing: { label: t('Missing'), tone: 'warn', shape: 'ring' },
  empty: { label: t('Empty'), tone: 'quiet', shape: 'none' },
} as const;

function Origin({ origin }: { readonly origin: keyof typeof ORIGINS }) {
  const { label, tone, shape } = ORIGINS[origin];
  return (
    <span className="status" data-tone={tone} data-shape={shape}>
      {label}
    </span>
  );
}
