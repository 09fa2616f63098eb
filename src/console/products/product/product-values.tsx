import { Badge, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
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
  const places = (
    <>
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
    </>
  );
  return <ValuesIn product={product} channel={channel.code} locale={locale.code} places={places} />;
}

function ValuesIn(props: {
  readonly product: Product;
  readonly channel: string;
  readonly locale: string;
  /** Fields that choose channel and language. */
  readonly places: ReactNode;
}) {
  const { product, channel, locale, places } = props;
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
        {places}
        {groups.length === 0 ? null : <ShowOnly groups={groups} only={only} onChange={setOnly} />}
      </Group>
      <Loaded query={query} what="the values">
        {() =>
          groups.length === 0 ? (
            <EmptyNote title="It has no values and no set yet" />
          ) : (
            <ValueGroups groups={groups} only={only} />
          )
        }
      </Loaded>
    </Stack>
  );
}

/** Chooses values by where they come from: what is missing, what is inherited. */
function ShowOnly(props: {
  readonly groups: readonly ValueGroup[];
  readonly only: string;
  readonly onChange: (only: string) => void;
}) {
  const { groups, only, onChange } = props;
  const rows = groups.flatMap((group) => group.rows);
  const choices = Object.entries(ORIGINS)
    .map(([value, { words }]) => ({
      value,
      words,
      count: rows.filter(({ origin }) => origin === value).length,
    }))
    .filter(({ value, count }) => count > 0 || value === only);
  return (
    <NativeSelect
      label="Show"
      data={[
        { value: '', label: `All values (${rows.length})` },
        ...choices.map(({ value, words, count }) => ({ value, label: `${words} (${count})` })),
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
      <Title order={2} size="h5" mb="xs">
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
