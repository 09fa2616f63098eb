import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { OnlyInUse } from '../../shell/in-use.tsx';
import { ListTable } from '../../shell/list.tsx';
import { Page } from '../../shell/page.tsx';
import { RowAction } from '../../shell/row-action.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { useChange } from '../../shell/use-change.ts';
import { CREATE_CURRENCY, CURRENCIES, type Currency, ENABLE_CURRENCY } from './currency-documents.ts';

const KEY = ['currencies'];

/** The currencies of prices. */
export function CurrenciesPage() {
  const [isCut, setIsCut] = useState(true);
  const list = useList(
    [...KEY, 'list', isCut],
    async (after, signal) =>
      (await request(CURRENCIES, { after, enabled: isCut ? true : null }, signal)).currencies,
  );
  const enabling = useChange(
    async ({ code, version, enabled }: Currency) =>
      settled((await request(ENABLE_CURRENCY, { code, version, enabled: !enabled })).updateCurrency).currency,
    [KEY],
    ({ code, enabled }) => `${code} is ${enabled ? 'in use' : 'out of use'}.`,
  );
  return (
    <Page title="Currencies" intro="What prices are given in. A channel shows some of them.">
      <NewCurrency />
      <OnlyInUse isOn={isCut} onChange={setIsCut} />
      <ListTable
        list={list}
        what="currencies"
        keyOf={({ id }) => id}
        empty={<EmptyNote title="No currencies yet" />}
        columns={[
          { title: 'Code', cell: ({ code }) => code },
          { title: 'Name', cell: ({ label }) => label },
          { title: 'In use', cell: ({ enabled }) => (enabled ? 'Yes' : 'No') },
          {
            title: 'Actions',
            cell: (currency) => (
              <RowAction
                verb={currency.enabled ? 'Disable' : 'Enable'}
                about={currency.code}
                onClick={() => enabling.mutate(currency)}
              />
            ),
          },
        ]}
      />
    </Page>
  );
}

function NewCurrency() {
  const [code, setCode] = useState('');
  const creating = useChange(
    async (wanted: string) =>
      settled((await request(CREATE_CURRENCY, { code: wanted })).createCurrency).currency,
    [KEY],
    (currency) => {
      setCode('');
      return `${currency.code} is in use.`;
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        creating.mutate(code.trim().toUpperCase());
      }}
    >
      <Group align="flex-end" mb="md">
        <TextInput
          label="New currency"
          description="Three letters (ISO 4217), such as EUR."
          value={code}
          maxLength={3}
          required
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" loading={creating.isPending}>
          Add
        </Button>
      </Group>
    </form>
  );
}
