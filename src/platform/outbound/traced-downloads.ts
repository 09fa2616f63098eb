import { NO_TRACING, type SpanSettings, type Tracing } from '../tracing/tracing.ts';
import type { DownloadClient } from './downloads.ts';

/** Wraps downloads, each in a span of its caller. Servers get no trace: they are strangers. */
export function traceDownloads(downloads: DownloadClient, tracing: Tracing): DownloadClient {
  if (tracing === NO_TRACING) return downloads;
  return {
    maximumBytes: downloads.maximumBytes,
    fetch: (url, receive) => tracing.withSpan('download', spanOf(url), () => downloads.fetch(url, receive)),
    fetchChanged: (url, cachedVersion, receive) =>
      tracing.withSpan('download', spanOf(url), () => downloads.fetchChanged(url, cachedVersion, receive)),
    close: () => downloads.close(),
  };
}

/** Returns the attributes of a span without path and query of the address, which may be credentials. */
function spanOf(url: string): SpanSettings {
  const host = URL.canParse(url) ? { 'server.address': new URL(url).hostname } : {};
  return { kind: 'client', attributes: { 'http.request.method': 'GET', ...host } };
}
