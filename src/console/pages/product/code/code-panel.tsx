import { Button, Group, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchApi } from '../../../api/api-error.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { type ApiRequest, buildApiRequests } from './api-requests.ts';

/** Maximum number of characters of a response that are shown. */
const MAX_RESPONSE_LENGTH = 20_000;

/** Shows the product in the chosen channel and locale as a call of each API, to copy and to run. */
export function CodePanel({ sku }: { readonly sku: string }) {
  const { channel, locale } = useViewScope();
  const [api, setApi] = useState<ApiRequest['api']>('GraphQL');
  if (channel === null || locale === null) return null;
  const calls = buildApiRequests({
    sku,
    channel: channel.code,
    locale: locale.code,
    origin: window.location.origin,
  });
  const call = calls.find((one) => one.api === api);
  return (
    <>
      <SegmentedControl
        aria-label={t('API')}
        size="xs"
        fullWidth
        data={calls.map((one) => one.api)}
        value={api}
        onChange={(value) => setApi(value as ApiRequest['api'])}
      />
      {call === undefined ? null : <ApiRequestExample key={call.text} call={call} />}
    </>
  );
}

function ApiRequestExample({ call: { api, text, run } }: { readonly call: ApiRequest }) {
  const running = useMutation({
    mutationFn: async ({ path, body }: NonNullable<ApiRequest['run']>) => {
      const start = performance.now();
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const response = await fetchApi(path, body === null ? { headers } : { method: 'POST', headers, body });
      const responseText = JSON.stringify(await response.json(), null, 2);
      return { status: response.status, answer: responseText, ms: Math.round(performance.now() - start) };
    },
    onError: notifyError,
  });
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    notifySuccess(t('Copied.'));
  };
  return (
    <>
      <section aria-label={api}>
        <pre>{text}</pre>
      </section>
      <Group gap={6} px={4} pb={12}>
        <Button size="compact-sm" variant="default" onClick={() => void copy()}>
          {t('Copy')}
        </Button>
        {run === null ? (
          <span className="quiet">{t('MCP clients send a token. Create one under API tokens.')}</span>
        ) : (
          <Button size="compact-sm" loading={running.isPending} onClick={() => running.mutate(run)}>
            {t('Run')}
          </Button>
        )}
      </Group>
      {running.data === undefined ? null : (
        <section aria-label={t('Response')}>
          <p className="quiet">
            {t('{response} ({ms} ms)', { response: running.data.status, ms: running.data.ms })}
          </p>
          <pre>{running.data.answer.slice(0, MAX_RESPONSE_LENGTH)}</pre>
        </section>
      )}
    </>
  );
}
