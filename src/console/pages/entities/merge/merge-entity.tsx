import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entitiesQuery } from '../../../catalogue/search/filter-options.ts';
import { t } from '../../../i18n/translate.ts';
import { EntityPicker } from '../entity-picker.tsx';
import { MergeEntities } from './merge-entities.tsx';

/** Merges an entity and another one that is chosen; by default the other one remains. */
export function MergeEntity(props: {
  readonly type: string;
  readonly entity: { readonly code: string; readonly label: string };
  readonly locale: string;
  readonly onCancel: () => void;
  readonly onMerged: (code: string) => void;
}) {
  const { type, entity, locale, onCancel, onMerged } = props;
  const [code, setCode] = useState<string | null>(null);
  const query = useQuery({ ...entitiesQuery(type, { codes: [code ?? ''] }, locale), enabled: code !== null });
  const other = query.data?.find((one) => one.code === code);
  return (
    <Stack gap="sm">
      <EntityPicker
        label={t('Merge with')}
        type={type}
        locale={locale}
        value={code}
        except={entity.code}
        onChange={setCode}
      />
      {other === undefined ? null : (
        <MergeEntities
          key={other.code}
          type={type}
          entities={[other, entity]}
          preferred={other.code}
          onCancel={onCancel}
          onMerged={onMerged}
        />
      )}
    </Stack>
  );
}
