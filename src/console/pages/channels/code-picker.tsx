import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConfigObject, ConfigPage } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';

interface NamedRow extends ConfigObject {
  readonly enabled: boolean;
}

/** Selects a locale or currency that is not enabled yet, by its name or code; any other code can be typed. */
export function CodePicker<Row extends NamedRow>(props: {
  readonly label: string;
  readonly kind: string;
  readonly code: string;
  readonly list: ConfigPage<Row, Row>['list'];
  readonly onChange: (code: string) => void;
}) {
  const { label, kind, list, onChange } = props;
  const [text, setText] = useState('');
  const rows = useQuery({
    queryKey: [kind, 'choices', text],
    queryFn: ({ signal }) => list({ after: null, search: text || ' ', sort: null, unused: null }, signal, {}),
    placeholderData: (previous) => previous,
  }).data?.nodes;
  const nameOf = ({ label: name, code }: Row) => `${name} (${code})`;
  const choices = (rows ?? []).filter(({ enabled }) => !enabled).slice(0, 50);
  return (
    <Autocomplete
      label={label}
      description={t('By name or code')}
      data-autofocus
      selectFirstOptionOnChange
      data={choices.map(nameOf)}
      filter={({ options }) => options}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(choices.find((row) => nameOf(row) === next)?.code ?? next.trim());
      }}
    />
  );
}
