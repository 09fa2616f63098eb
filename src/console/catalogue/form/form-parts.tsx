import { lazyComponent } from '../../ui/lazy-component.tsx';

// The parts of forms that are loaded when the page is idle, or when they are first shown.

export const OrphanedValues = lazyComponent(
  async () => (await import('./recovered-draft.tsx')).OrphanedValues,
  null,
);

export const ChannelLocaleHeaders = lazyComponent(
  async () => (await import('./channel-locale-headers.tsx')).ChannelLocaleHeaders,
  <div className="context-heads">{'\u00a0'}</div>,
);

export const SaveBar = lazyComponent(async () => (await import('./save-bar.tsx')).SaveBar, null);
