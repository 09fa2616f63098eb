import { t } from '../../../i18n/translate.ts';

/** A file as the panel shows it. */
export interface ImageFile {
  readonly id: string;
  readonly code: string;
  readonly filename: string | null;
  readonly mimeType: string | null;
  readonly altText: string | null;
  readonly url: string | null;
}

interface FileAttribute {
  readonly code: string;
  readonly label: string;
  readonly type: string | null;
  readonly localizable: boolean | null;
  readonly scopable: boolean | null;
  readonly readOnly: boolean | null;
}

/** The files of one attribute. */
export interface Gallery {
  readonly attribute: FileAttribute;
  readonly files: readonly ImageFile[];
  readonly isList: boolean;
  readonly isInherited: boolean;
  /** Roles that the attribute set gives to the gallery. */
  readonly roles: readonly string[];
}

interface Source {
  readonly attributeSet: {
    readonly roles: readonly { readonly attribute: string; readonly role: string }[] | null;
    readonly attributeAsImage: { readonly code: string } | null;
    readonly attributes: readonly { readonly attribute: FileAttribute }[] | null;
  } | null;
  readonly values: readonly {
    readonly attribute: { readonly code: string };
    readonly source: string;
    readonly media?: ImageFile;
    readonly mediaList?: readonly ImageFile[];
  }[];
}

/** Returns the attributes of a product for files, that of its image first. */
export function toGalleries({ attributeSet, values }: Source): readonly Gallery[] {
  const image = attributeSet?.attributeAsImage?.code;
  const galleries = (attributeSet?.attributes ?? [])
    .filter(({ attribute: { type } }) => type === 'MEDIA' || type === 'MEDIA_LIST')
    .map(({ attribute }): Gallery => {
      const value = values.find((one) => one.attribute.code === attribute.code);
      const isGallery = attributeSet?.roles?.some(
        ({ attribute: code, role }) => code === attribute.code && role === 'GALLERY',
      );
      return {
        attribute,
        files: value?.mediaList ?? (value?.media === undefined ? [] : [value.media]),
        isList: attribute.type === 'MEDIA_LIST',
        isInherited: value?.source === 'INHERITED',
        roles: [
          ...(attribute.code === image ? [t('Main image')] : []),
          ...(isGallery === true ? [t('Gallery')] : []),
        ],
      };
    });
  return galleries.sort((a, b) => Number(b.attribute.code === image) - Number(a.attribute.code === image));
}
