import { loadScript } from '../../../api/load-script.ts';
import type { LabelObject } from '../../../catalogue/labels/label-object.ts';
import type { LabelSource } from '../../../catalogue/labels/label-source.ts';
import { t } from '../../../i18n/translate.ts';
import { FileThumbnail } from '../list/file-thumbnail.tsx';
import { type FileTexts, findTexts } from './text-documents.ts';

// All objects of the sheet are read as such.
const fileOf = (object: LabelObject) => (object as FileTexts).file;

/** The alternative texts of files. */
export const ALTERNATIVE_TEXTS: LabelSource = {
  name: 'MEDIA',
  label: t('Alternative texts'),
  objectTitle: t('File'),
  info: {
    key: 'filename',
    title: t('File name'),
    textOf: (object) => fileOf(object).filename,
    namesOf: (object) => [fileOf(object).filename],
  },
  contentOf: (object) => (
    <span className="option-label">
      <span className="file-thumbnail">
        <FileThumbnail file={fileOf(object)} isSmall />
      </span>
      <span className="code">{object.code}</span>
    </span>
  ),
  find: findTexts,
  loadWriter: async () => (await loadScript(() => import('./save-texts.ts'))).prepareTexts,
  savedMessage: (count) => t('{count, plural, one {# text} other {# texts}} saved.', { count }),
};
