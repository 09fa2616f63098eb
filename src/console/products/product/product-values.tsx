import { Badge, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/me.ts';
import { request } from '../../api/request.ts';
import { RowTable } from '../../shell/list.tsx';
import { EmptyNote, Loaded } from '../../shell/states.tsx';
import { type Channel, type Product, VALUES, type Value } from './product-documents.ts';
import { type ShownValue, showValues, type ValueGroup } from './show-values.ts';

/** The values of a product as one channel shows them in one language, and where each comes from. */
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
  if (channel === undefined || locale === undefined) return <EmptyNote title="There is no channel yet" />;
  return (
    <Stack>
      <Group>
        <NativeSelect
          label="Channel"
          data={channels.map(({ code, label }) => ({ value: code, label }))}
          value={channel.code}
          onChange={({ currentTarget }) => setChannelCode(currentTarget.value)}
        />
        <NativeSelect
          label="Language"
          data={channel.locales.map(({ code, label }) => ({ value: code, label }))}
          value={locale.code}
          onChange={({ currentTarget }) => setLocaleCode(currentTarget.value)}
        />
      </Group>
      <ValuesIn product={product} channel={channel.code} locale={locale.code} />
    </Stack>
  );
}

function ValuesIn(props: { readonly product: Product; readonly channel: string; readonly locale: string }) {
  const { product, channel, locale } = props;
  const query = useQuery({
    queryKey: ['values', product.sku, product.version, channel, locale],
    queryFn: async ({ signal }) => {
      const answer = await request(VALUES, { ref: product.sku, channel, locale }, signal);
      return answer.product?.values ?? ([] as readonly Value[]);
    },
  });
  return (
    <Loaded query={query} what="the values">
      {(values) => {
        const groups = showValues(product, values, channel, locale);
        if (groups.length === 0) return <EmptyNote title="It has no values and no set yet" />;
        return <ValueGroups groups={groups} />;
      }}
    </Loaded>
  );
}

/** The groups of attributes, all of them or those of one origin: what is missing, what is inherited. */
function ValueGroups({ groups }: { readonly groups: readonly ValueGroup[] }) {
  const [only, setOnly] = useState<string>('');
  const rows = groups.flatMap((group) => group.rows);
  const choices = Object.entries(ORIGINS)
    .map(([value, { words }]) => ({
      value,
      words,
      count: rows.filter(({ origin }) => origin === value).length,
    }))
    .filter(({ value, count }) => count > 0 || value === only);
  const shown = groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ origin }) => only === '' || origin === only) }))
    .filter((group) => group.rows.length > 0);
  return (
    <Stack>
      <NativeSelect
        label="Show"
        w="fit-content"
        data={[
          { value: '', label: `All values (${rows.length})` },
          ...choices.map(({ value, words, count }) => ({ value, label: `${words} (${count})` })),
        ]}
        value={only}
        onChange={({ currentTarget }) => setOnly(currentTarget.value)}
      />
      {shown.map(({ title, rows: some }) => (
        <section key={title} aria-label={title}>
          <Title order={2} size="h5" mb="xs">
            {title}
          </Title>
          <ValueTable title={title} rows={some} />
        </section>
      ))}
    </Stack>
  );
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
        { title: 'Comes from', width: '25%', cell: ({ origin }) => <Origin origin={origin} /> },
      ]}
    />
  );
}

const ORIGINS = {
  own: { words: 'This product', color: 'green' },
  inherited: { words: 'Inherited', color: 'blue' },
  fallback: { words: 'Another language', color: 'orange' },
  missing: { words: 'Missing', color: 'red' },
  empty: { words: 'Empty', color: 'gray' },
} as const;

function Origin({ origin }: { readonly origin: keyof typeof ORIGINS }) {
  const { words, color } = ORIGINS[origin];
  return (
    <Badge variant="dot" color={color} tt="none" miw="max-content">
      {words}
    </Badge>
  );
}
