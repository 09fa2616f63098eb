import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { t } from '../../language/t.ts';
import { Code } from '../../ui/code.tsx';
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
    ({ code, enabled }) => (enabled ? t('{code} enabled.', { code }) : t('{code} disabled.', { code })),
  );
  return (
    <Page title={t('Currencies')} intro={t('Currencies of prices. Each channel uses some of them.')}>
      <NewCurrency />
      <EnabledOnly isOn={enabledOnly} onChange={setEnabledOnly} />
      <ListTable
        list={list}
        what={t('currencies')}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('No currencies yet')} />}
        columns={[
          { title: t('Currency'), isHeader: true, cell: ({ label }) => label },
          { title: t('Code'), cell: ({ code }) => <Code>{code}</Code> },
          { title: t('Enabled'), cell: ({ enabled }) => (enabled ? t('Yes') : t('No')) },
          {
            title: t('Actions'),
            isActions: true,
            cell: (currency) => (
              <RowAction
                verb={currency.enabled ? t('Disable') : t('Enable')}
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
      return t('{name} added.', { name: currency.code });
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
          label={t('New currency')}
          description={t('ISO 4217 code, such as EUR.')}
          value={code}
          maxLength={3}
          required
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" loading={creating.isPending}>
          {t('Add currency')}
        </Button>
      </Group>
    </form>
  );
}
