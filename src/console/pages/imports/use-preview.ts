import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { labelLocale } from '../../api/label-locale.ts';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { type FileChoices, type Mapping, PREVIEW, type Preview, type Profile } from './import-documents.ts';
import { formatOf, readBeginning } from './source-file.ts';

/** Debounce in milliseconds of changes before a preview is requested. */
const PAUSE_MS = 300;

/** A file with the profile, mapping and options to read it with. */
export interface Reading {
  readonly file: File;
  readonly profile: Profile;
  /** It is null for the mapping of the profile. */
  readonly mapping: Mapping | null;
  readonly options: FileChoices;
}

/** Returns the input of a run or a preview beside its source. */
export const overridesOf = ({ file, profile, mapping, options }: Reading) => ({
  ...(mapping === null ? {} : { mapping }),
  ...(Object.keys(options).length === 0 ? {} : { options }),
  format: formatOf(file, profile),
});

/**
 * Returns the preview of the first rows; updates shortly after each change.
 *
 * @param uploadId an uploaded file, for workbooks; null to send the start of the file as text
 * @returns the last valid preview, and the error of the current one, if any
 */
export function usePreview(reading: Reading, uploadId: string | null) {
  const { channel, locale } = useViewScope();
  const scope = { channel: channel?.code ?? null, locale: locale?.code ?? null };
  const { file, profile } = reading;
  const [tried] = useDebouncedValue(reading, PAUSE_MS);
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
      const source = uploadId === null ? { text: await readBeginning(file, encoding) } : { uploadId };
      const input = {
        profile: profile.code,
        ...source,
        ...scope,
        labelLocale: labelLocale(),
        ...overridesOf(tried),
      };
      return settled((await request(PREVIEW, { input }, signal)).previewImport);
    },
  });
  const [last, setLast] = useState<Preview | null>(null);
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  return {
    preview: query.data ?? last,
    failure: query.error instanceof Failure ? query.error : null,
    error: query.error,
    /** The mapping that the failure refers to. */
    mapping,
    isBusy: query.isFetching,
    /** True if the preview is that of the reading, and not of an earlier one. */
    isCurrent: tried === reading && query.data !== undefined,
    refetch: () => void query.refetch(),
  };
}
