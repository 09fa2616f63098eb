import { NO_TRACING, type SpanSettings, type Tracing } from '../tracing/tracing.ts';
import type { Downloads } from './downloads.ts';

/** Downloads, each in a span of whoever asks for it. Servers are told nothing of the trace: they are strangers. */
export function tracedDownloads(downloads: Downloads, tracing: Tracing): Downloads {
  if (tracing === NO_TRACING) return downloads;
  return {
    maximumBytes: downloads.maximumBytes,
    fetch: (url, receive) => tracing.within('download', spanOf(url), () => downloads.fetch(url, receive)),
    fetchChanged: (url, known, receive) =>
      tracing.within('download', spanOf(url), () => downloads.fetchChanged(url, known, receive)),
    close: () => downloads.close(),
  };
}

/** Path and query of an address may be what lets one in. */
function spanOf(url: string): SpanSettings {
  const host = URL.canParse(url) ? { 'server.address': new URL(url).hostname } : {};
  return { kind: 'client', attributes: { 'http.request.method': 'GET', ...host } };
}
