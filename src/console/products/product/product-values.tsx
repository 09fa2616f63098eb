import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../api/request.ts';
import { meQuery } from '../../api/workspace.ts';
import { RowTable } from '../../ui/list.tsx';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { type Channel, type Product, VALUES, type Value } from './product-documents.ts';
import { type ShownValue, showValues, type ValueGroup } from './show-values.ts';

/** The values of a product in one channel and locale, with their sources. */
export function ProductValues({
  product,
  channels,
}: {
  readonly product: Product;
  readonly channels: readonly Channel[];
}) {
  const home = useQuery(meQuery).data?.organization;
  const [channelCode, setChannelCode] = useState(home?.defaultChannel ?? '');
  const [localeCode, setLocaleCode] = useState(home?.defaultLocale ?? '');
  const channel = channels.find(({ code }) => code === channelCode) ?? channels[0];
  const locale = channel?.locales.find(({ code }) => code === localeCode) ?? channel?.locales[0];
  if (channel === undefined || locale === undefined) return <EmptyState title="No channels yet" />;
  const selectors = (
    <>
      <NativeSelect
        label="Channel"
        data={channels.map(({ code, label }) => ({ value: code, label }))}
        value={channel.code}
        onChange={({ currentTarget }) => setChannelCode(currentTarget.value)}
      />
      <NativeSelect
        label="Locale"
        data={channel.locales.map(({ code, label }) => ({ value: code, label }))}
        value={locale.code}
        onChange={({ currentTarget }) => setLocaleCode(currentTarget.value)}
      />
    </>
  );
  return <ValuesIn product={product} channel={channel.code} locale={locale.code} selectors={selectors} />;
}

function ValuesIn(props: {
  readonly product: Product;
  readonly channel: string;
  readonly locale: string;
  /** The inputs for channel and locale. */
  readonly selectors: ReactNode;
}) {
  const { product, channel, locale, selectors } = props;
  const [only, setOnly] = useState<string>('');
  const query = useQuery({
    queryKey: ['values', product.sku, product.version, channel, locale],
    queryFn: async ({ signal }) => {
      const answer = await request(VALUES, { ref: product.sku, channel, locale }, signal);
      return answer.product?.values ?? ([] as readonly Value[]);
    },
  });
  const groups = query.data === undefined ? [] : showValues(product, query.data, channel, locale);
  return (
    <Stack>
      <Group>
        {selectors}
        {groups.length === 0 ? null : <ShowOnly groups={groups} only={only} onChange={setOnly} />}
      </Group>
      <QueryResult query={query} what="values">
        {() =>
          groups.length === 0 ? (
            <EmptyState title="No values and no attribute set" />
          ) : (
            <ValueGroups groups={groups} only={only} />
          )
        }
      </QueryResult>
    </Stack>
  );
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
      label="Show"
      data={[
        { value: '', label: `All values (${rows.length})` },
        ...choices.map(({ value, label, count }) => ({ value, label: `${label} (${count})` })),
      ]}
      value={only}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function ValueGroups({ groups, only }: { readonly groups: readonly ValueGroup[]; readonly only: string }) {
  const shown = groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ origin }) => only === '' || origin === only) }))
    .filter((group) => group.rows.length > 0);
  return shown.map(({ title, rows }) => (
    <section key={title} aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <ValueTable title={title} rows={rows} />
    </section>
  ));
}

function ValueTable({ title, rows }: { readonly title: string; readonly rows: readonly ShownValue[] }) {
  return (
    <RowTable
      label={`Values: ${title}`}
      rows={rows}
      keyOf={({ code }) => code}
      columns={[
        {
          title: 'Attribute',
          isHeader: true,
          width: '25%',
          cell: ({ code, label }) => (
            <>
              {label}
              <Text size="xs">{code}</Text>
            </>
          ),
        },
        { title: 'Value', cell: ({ text }) => text },
        { title: 'Source', width: '25%', cell: ({ origin }) => <Origin origin={origin} /> },
      ]}
    />
  );
}

const ORIGINS = {
  own: { label: 'This product', tone: 'ok', shape: 'dot' },
  inherited: { label: 'Inherited', tone: 'info', shape: 'dot' },
  fallback: { label: 'Fallback locale', tone: 'warn', shape: 'half' },
  missing: { label: 'Missing', tone: 'error', shape: 'ring' },
  empty: { label: 'Empty', tone: 'quiet', shape: 'ring' },
} as const;

function Origin({ origin }: { readonly origin: keyof typeof ORIGINS }) {
  const { label, tone, shape } = ORIGINS[origin];
  return (
    <span className="status" data-tone={tone} data-shape={shape}>
      {label}
    </span>
  );
}
