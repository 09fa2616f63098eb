import { humanize, sentenceCase } from '../i18n/sentence-case.ts';
import { t, translateLabel } from '../i18n/translate.ts';

export { humanize as inWords, sentenceCase as titled };

type Tone = 'ok' | 'warn' | 'error' | 'info' | 'quiet';

const TONES: Readonly<Record<string, Tone>> = {
  active: 'ok',
  succeeded: 'ok',
  completed: 'ok',
  published: 'ok',
  created: 'ok',
  updated: 'info',
  running: 'info',
  validating: 'info',
  pending: 'info',
  retrying: 'warn',
  failing: 'warn',
  'completed with errors': 'warn',
  'in review': 'warn',
  paused: 'warn',
  failed: 'error',
  dead: 'error',
  disabled: 'error',
  revoked: 'error',
};

const SHAPES: Readonly<Record<string, string>> = {
  draft: 'ring',
  queued: 'ring',
  'in review': 'half',
  archived: 'box',
};

/** Shows if something is on, as a status. */
export const YesOrNo = ({ isOn }: { readonly isOn: boolean }) => (
  <span className="status" data-tone={isOn ? 'ok' : undefined} data-shape={isOn ? 'dot' : 'ring'}>
    {isOn ? t('Yes') : t('No')}
  </span>
);

/** Shows a status by shape and word; the colour only repeats them. */
export function StatusBadge({ state }: { readonly state: string }) {
  const stateLabel = humanize(state);
  return (
    <span
      className="status"
      data-tone={TONES[stateLabel] ?? 'quiet'}
      data-shape={SHAPES[stateLabel] ?? 'dot'}
    >
      {translateLabel(sentenceCase(state))}
    </span>
  );
}
