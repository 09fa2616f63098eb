import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { useMutationWithToast } from '../../ui/use-mutation-with-toast.ts';
import { type Profile, profilesQuery, SAVE_PROFILE } from './import-documents.ts';
import { detectFormat } from './source-file.ts';
import type { ImportSettings } from './use-preview.ts';

/** Saves the format options and the mapping as a profile; shown once they differ from the chosen profile. */
export function SaveProfile(props: {
  readonly reading: ImportSettings;
  readonly profiles: readonly Profile[];
  readonly onSaved: (code: string) => void;
}) {
  const { reading, profiles, onSaved } = props;
  const { profile, mapping, options } = reading;
  const [name, setName] = useState(`${profile.code}_copy`);
  const code = name.trim();
  const existing = profiles.find((one) => one.code.toLowerCase() === code.toLowerCase());
  const saving = useMutationWithToast(
    async (_: undefined) => {
      const profileChanges = { code, mapping: mapping ?? profile.mapping.map(toInput) };
      const changes =
        existing === undefined
          ? { ...newProfile(reading), ...profileChanges }
          : { ...profileChanges, options };
      unwrapPayload((await request(SAVE_PROFILE, { profile: changes })).upsertImportExportProfiles);
      return code;
    },
    [profilesQuery.queryKey],
    (saved) => {
      onSaved(saved);
      return t('Profile {saved} saved.', { saved });
    },
  );
  if (mapping === null && Object.keys(options).length === 0) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(undefined);
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t('Save mapping as profile')}
          description={
            existing === undefined
              ? t('Code of a new profile for files of this kind.')
              : t('This profile exists. Saving replaces its mapping.')
          }
          value={name}
          required
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={saving.isPending}>
          {existing === undefined ? t('Save profile') : t('Update profile')}
        </Button>
      </Group>
    </form>
  );
}

const toInput = ({ column, target, transform }: Profile['mapping'][number]) => ({
  column,
  target,
  transform: [...transform],
});

/** Returns the settings that a new profile takes from the chosen one. */
const newProfile = ({ file, profile, options }: ImportSettings) => {
  const { resource, mode, errorPolicy, maxErrors } = profile;
  return {
    resource,
    mode,
    errorPolicy,
    maxErrors,
    direction: 'IMPORT' as const,
    format: detectFormat(file, profile),
    options: { ...profile.options, ...options },
  };
};
