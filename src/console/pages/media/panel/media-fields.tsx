import type { AnyConfigField, ConfigField, Draft } from '../../../catalogue/model/config-page-types.ts';
import { inputOfDraft } from '../../../catalogue/model/draft.ts';
import { choiceField, codesField, textField } from '../../../catalogue/model/fields/config-fields.tsx';
import { localizedTextField } from '../../../catalogue/model/fields/labels-field.tsx';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { MediaDetails } from '../media-documents.ts';
import { isImage } from '../media-texts.ts';
import type { MediaInput } from '../save/save-documents.ts';
import type { FocalPoint } from './crop-style.ts';
import { FocalPointEditor } from './focal-point-editor.tsx';

const TagsEditor = lazyComponent(async () => (await import('./tags-editor.tsx')).TagsEditor, null);

const VISIBILITIES = [
  { value: 'PRIVATE', label: t('Private: members and signed links') },
  { value: 'PUBLIC', label: t('Public: everybody, by its permanent link') },
];

const percent = (share: number) => `${Math.round(share * 100)} %`;

const focalPointField: ConfigField<MediaDetails, FocalPoint | null> = {
  name: 'focalPoint',
  label: t('Focal point'),
  initial: null,
  read: ({ focalPoint }) => focalPoint,
  format: (point) => (point === null ? t('Center') : `${percent(point.x)} · ${percent(point.y)}`),
  Editor: FocalPointEditor,
  isShown: isImage,
};

const tagsField: ConfigField<MediaDetails, readonly string[]> = {
  ...codesField<MediaDetails>('tags', {
    label: t('Tags'),
    read: ({ tags }) => tags,
    useChoices: () => [],
  }),
  // Tags that others add or remove meanwhile stay.
  write: (tags, stored) => ({
    add: tags.filter((tag) => !stored.includes(tag)),
    remove: stored.filter((tag) => !tags.includes(tag)),
  }),
  format: (tags) => tags.join(', '),
  Editor: TagsEditor,
};

/** Fields of a file, under their names in the input of `updateMedia`. */
export const FIELDS: readonly AnyConfigField<MediaDetails>[] = [
  focalPointField,
  localizedTextField<MediaDetails>('alt', {
    label: t('Alternative texts'),
    isOpen: true,
    read: ({ alt }) => alt,
  }),
  textField<MediaDetails>('filename', { label: t('File name') }),
  tagsField,
  choiceField<MediaDetails>('visibility', {
    label: t('Visibility'),
    read: ({ visibility }) => visibility,
    useChoices: () => VISIBILITIES,
  }),
  localizedTextField<MediaDetails>('labels', {
    label: t('Labels'),
    description: t('Shown instead of the file name.'),
    isLine: true,
    read: ({ labels }) => labels,
  }),
];

/** Returns what `updateMedia` gets for a draft. */
export const inputOf = (draft: Draft): MediaInput => inputOfDraft(FIELDS, draft) as MediaInput;

/** Returns what takes a draft back. */
export const inverseOf = (draft: Draft): MediaInput =>
  inputOf(
    Object.fromEntries(
      Object.entries(draft).map(([name, { base, value }]) => [name, { base: value, value: base }]),
    ),
  );
