import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { MediaPicker } from '../../catalogue/fields/media-picker.tsx';
import { Files } from '../../catalogue/fields/shown-files.tsx';
import type { EditorProps } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';

const IMAGE = graphql(`
  query CategoryImage($code: ID!, $words: String) {
    media(ref: $code) { code label(locale: $words) url(width: 128, height: 128, fit: COVER, format: WEBP) }
  }
`);

/** Chooses the image among the files, or removes it. */
export function ImageEditor({ label, value, error, isDisabled, onChange }: EditorProps<string | null>) {
  const locale = useViewScope().locale?.code ?? '';
  const [isChoosing, setIsChoosing] = useState(false);
  const file = useQuery({
    queryKey: ['image of category', value],
    queryFn: async ({ signal }) => (await request(IMAGE, { code: value ?? '' }, signal)).media,
    enabled: value !== null,
  }).data;
  return (
    <fieldset className="config-labels" aria-label={label}>
      <span className="config-value-label">{label}</span>
      <div className="row">
        {value === null ? null : (
          <Files
            files={[file ?? { code: value, label: value, url: null }]}
            onRemove={isDisabled ? null : () => onChange(null)}
          />
        )}
        <Button size="xs" variant="default" disabled={isDisabled} onClick={() => setIsChoosing(true)}>
          {t('Choose a file')}
        </Button>
      </div>
      {error === undefined ? null : <p role="alert">{error}</p>}
      <Dialog title={isChoosing ? label : null} onClose={() => setIsChoosing(false)}>
        <MediaPicker
          locale={locale}
          onChoose={({ code }) => {
            onChange(code);
            setIsChoosing(false);
          }}
        />
      </Dialog>
    </fieldset>
  );
}
