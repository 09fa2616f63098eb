import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { previewModel } from '../../../catalogue/model/apply-model.ts';
import { faultOf } from '../../../catalogue/model/object-input.ts';
import { parseDate } from '../../../catalogue/values/parse-date.ts';
import { parseNumber } from '../../../catalogue/values/parse-number.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import type { Attribute } from '../attribute-documents.ts';
import { changedRules, definedRules, type Rules } from './rules.ts';

/** Types whose values are tried as a text. Unique ones are not: the dry run checks a default value. */
const TRIED_TYPES: readonly (string | null)[] = [
  'TEXT',
  'TEXTAREA',
  'RICH_TEXT',
  'NUMBER',
  'MEASUREMENT',
  'DATE',
];

/** Checks a typed value by the rules as they are edited. Nothing is stored. */
export function TryValue({ item, rules }: { readonly item: Attribute; readonly rules: Rules }) {
  const [text, setText] = useState('');
  const checking = useMutation({
    mutationFn: () => {
      const validation = changedRules(rules, item.validation === null ? {} : definedRules(item.validation));
      return previewModel({
        attributes: [{ code: item.code, validation, defaultValue: typedValue(item, text) }],
      });
    },
  });
  if (!TRIED_TYPES.includes(item.type) || item.unique === true) return null;
  const check = () => (text === '' ? undefined : checking.mutate());
  return (
    <div className="try-value">
      <div className="row">
        <TextInput
          size="xs"
          aria-label={t('Value to try')}
          placeholder={t('Try a value')}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            checking.reset();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            check();
          }}
        />
        <Button size="xs" variant="default" loading={checking.isPending} onClick={check}>
          {t('Try')}
        </Button>
      </div>
      <output data-tone={checking.isError ? 'error' : 'ok'}>
        {checking.isSuccess ? t('The rules allow it.') : null}
        {checking.isError ? (faultOf(checking.error, 'defaultValue') ?? errorMessage(checking.error)) : null}
      </output>
    </div>
  );
}

/** Returns the value of a text, as a default value has it. */
function typedValue({ type, defaultUnit, measurementFamily }: Attribute, text: string): unknown {
  if (type === 'NUMBER') return parseNumber(text, localeTag) ?? text;
  if (type === 'DATE') return parseDate(text, localeTag) ?? text;
  if (type !== 'MEASUREMENT') return text;
  const [, amount = text, symbol = ''] = /^\s*(\S*?)\s*([^\d\s.,]*)\s*$/.exec(text) ?? [];
  const unit = measurementFamily?.units?.find((one) => one.symbol === symbol)?.code ?? symbol;
  return { amount: parseNumber(amount, localeTag) ?? text, unit: unit || defaultUnit };
}
