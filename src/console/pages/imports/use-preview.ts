import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { labelLocale } from '../../api/label-locale.ts';
import { unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useViewScope } from '../../api/view-scope.ts';
import {
  type FormatOverrides,
  type Mapping,
  PREVIEW,
  type Preview,
  type Profile,
} from './import-documents.ts';
import { detectFormat, readFileStart } from './source-file.ts';

/** Debounce in milliseconds of changes before a preview is requested. */
const DEBOUNCE_MS = 300;

/** A file with the profile, mapping and options to read it with. */
export interface ImportSettings {
  readonly file: File;
  readonly profile: Profile;
  /** It is null for the mapping of the profile. */
  readonly mapping: Mapping | null;
  readonly options: FormatOverrides;
}

/** Returns the input of a run or a preview beside its source. */
export const importOverrides = ({ file, profile, mapping, options }: ImportSettings) => ({
  ...(mapping === null ? {} : { mapping }),
  ...(Object.keys(options).length === 0 ? {} : { options }),
  format: detectFormat(file, profile),
});

/**
 * Returns the preview of the first rows; updates shortly after each change.
 *
 * @param uploadId an uploaded file, which the server reads; null to send the start of the file as text
 * @returns the last valid preview, and the error of the current one, if any
 */
export function usePreview(settings: ImportSettings, uploadId: string | null) {
  const { channel, locale } = useViewScope();
  const scope = { channel: channel?.code ?? null, locale: locale?.code ?? null };
  const { file, profile } = settings;
  const [tried] = useDebouncedValue(settings, DEBOUNCE_MS);
  const { mapping, options } = tried;
  const query = useQuery({
    queryKey: [
      'preview',
      file.name,
      file.lastModified,
      file.size,
      uploadId,
      profile.code,
      mapping,
      options,
      scope,
    ],
    queryFn: async ({ signal }) => {
      const encoding = options.encoding ?? profile.options.encoding;
      const source = uploadId === null ? { text: await readFileStart(file, encoding) } : { uploadId };
      const input = {
        profile: profile.code,
        ...source,
        ...scope,
        labelLocale: labelLocale(),
        ...importOverrides(tried),
      };
      return unwrapPayload((await request(PREVIEW, { input }, signal)).previewImport);
    },
  });
  const [last, setLast] = useState<Preview | null>(null);
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  return {
    preview: query.data ?? last,
    failure: query.error instanceof ApiError ? query.error : null,
    error: query.error,
    /** The mapping that the failure refers to. */
    mapping,
    isBusy: query.isFetching,
    /** True if the preview is that of the reading, and not of an earlier one. */
    isCurrent: tried === settings && query.data !== undefined,
    refetch: () => void query.refetch(),
  };
}
