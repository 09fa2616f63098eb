import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { EnabledOnly } from '../../ui/enabled-only.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { useChange } from '../../ui/use-change.ts';
import { CREATE_CURRENCY, CURRENCIES, type Currency, ENABLE_CURRENCY } from './currency-documents.ts';

const KEY = ['currencies'];

/** The currencies of prices. */
export function CurrenciesPage() {
  const [enabledOnly, setEnabledOnly] = useState(true);
  const list = useList(
    [...KEY, 'list', enabledOnly],
    async (after, signal) =>
      (await request(CURRENCIES, { after, enabled: enabledOnly ? true : null }, signal)).currencies,
  );
  const enabling = useChange(
    async ({ code, version, enabled }: Currency) =>
      settled((await request(ENABLE_CURRENCY, { code, version, enabled: !enabled })).updateCurrency).currency,
    [KEY],
    ({ code, enabled }) => `${code} ${enabled ? 'enabled' : 'disabled'}.`,
  );
  return (
    <Page title="Currencies" intro="Currencies of prices. Each channel uses some of them.">
      <NewCurrency />
      <EnabledOnly isOn={enabledOnly} onChange={setEnabledOnly} />
      <ListTable
        list={list}
        what="currencies"
        keyOf={({ id }) => id}
        empty={<EmptyState title="No currencies yet" />}
        columns={[
          { title: 'Code', cell: ({ code }) => code },
          { title: 'Name', cell: ({ label }) => label },
          { title: 'Enabled', cell: ({ enabled }) => (enabled ? 'Yes' : 'No') },
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
      return `${currency.code} added.`;
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
          description="ISO 4217 code, such as EUR."
          value={code}
          maxLength={3}
          required
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" loading={creating.isPending}>
          Add currency
        </Button>
      </Group>
    </form>
  );
}
