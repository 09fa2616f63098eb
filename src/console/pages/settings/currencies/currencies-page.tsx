import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { mayConfigure, meQuery } from '../../../api/workspace.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { PagedTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import { EffectList, type Effects } from '../effects.tsx';
import { findByName, SearchField } from '../search-field.tsx';
import {
  addCurrency,
  CURRENCIES,
  type Currency,
  ENABLE_CURRENCY,
  previewDisabled,
} from './currency-documents.ts';

const NAMES = new Intl.DisplayNames(localeTag, { type: 'currency' });

/** Returns the name of a currency in the language of the page. */
const currencyName = ({ code, label }: Currency): string => {
  const name = NAMES.of(code);
  return name === undefined || name === code ? label : name;
};

const KEY = ['currencies'];

/** Shows the currencies of prices. */
export function CurrenciesPage() {
  const [words, setWords] = useState('');
  const isSearching = words.trim() !== '';
  const canEdit = mayConfigure(useQuery(meQuery).data?.role);
  const loaded = useList(
    [...KEY, 'list', isSearching],
    async (after, signal) => {
      if (!isSearching) return (await request(CURRENCIES, { after, enabled: true }, signal)).currencies;
      const nodes = await fetchAllPages(
        async (next) => (await request(CURRENCIES, { after: next, enabled: null }, signal)).currencies,
      );
      return { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
    },
    { keepsRows: true },
  );
  const items = loaded.items && findByName(loaded.items, words, currencyName);
  const list = { ...loaded, items };
  const enabling = useMutationWithToast(
    async ({ code, version, enabled }: Currency) =>
      unwrapPayload((await request(ENABLE_CURRENCY, { code, version, enabled: !enabled })).updateCurrency)
        .currency,
    [KEY],
    ({ code, enabled }) => (enabled ? t('{code} enabled.', { code }) : t('{code} disabled.', { code })),
  );
  const [affected, setAffected] = useState<{ currency: Currency; effects: Effects } | null>(null);
  const disabling = useMutation({
    mutationFn: ({ code }: Currency) => previewDisabled(code),
    onError: notifyError,
    onSuccess: (effects, currency) => {
      if (effects.products.some(({ count }) => count > 0)) setAffected({ currency, effects });
      else enabling.mutate(currency);
    },
  });
  const close = () => setAffected(null);
  return (
    <Page title={t('Currencies')} intro={t('Currencies of prices. Each channel uses some of them.')}>
      {canEdit ? <NewCurrency /> : null}
      <SearchField label={t('Search all currencies')} words={words} onSearch={setWords} />
      <PagedTable
        list={list}
        what={t('currencies')}
        keyOf={({ id }) => id}
        empty={<EmptyState title={isSearching ? t('Nothing found') : t('No currencies yet')} />}
        columns={[
          { title: t('Currency'), isHeader: true, cell: currencyName },
          { title: t('Code'), cell: ({ code }) => <Code>{code}</Code> },
          { title: t('Enabled'), cell: ({ enabled }) => (enabled ? t('Yes') : t('No')) },
          ...(canEdit
            ? [
                {
                  title: t('Actions'),
                  isActions: true as const,
                  cell: (currency: Currency) => (
                    <RowAction
                      verb={currency.enabled ? t('Disable') : t('Enable')}
                      about={currency.code}
                      onClick={() => (currency.enabled ? disabling : enabling).mutate(currency)}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      <Dialog
        title={affected && t('Disable {name}', { name: currencyName(affected.currency) })}
        onClose={close}
      >
        {affected === null ? null : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              enabling.mutate(affected.currency);
              close();
            }}
          >
            <Stack>
              <EffectList effects={affected.effects} />
              <FormButtons submit={t('Disable')} isBusy={enabling.isPending} onCancel={close} />
            </Stack>
          </form>
        )}
      </Dialog>
    </Page>
  );
}

function NewCurrency() {
  const [code, setCode] = useState('');
  const creating = useMutationWithToast(addCurrency, [KEY], (name) => {
    setCode('');
    return t('{name} added.', { name });
  });
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
