import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { parseNumber } from '../../catalogue/values/parse-number.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import type { Unit } from './units.ts';

/** Converts a typed amount into all units of a family, so that wrong factors are seen. */
export function TryConversion({ units }: { readonly units: readonly Unit[] }) {
  const [amount, setAmount] = useState('');
  const [symbol, setSymbol] = useState('');
  const convertible = units.filter((unit) => unit.symbol !== '');
  const from = convertible.find((unit) => unit.symbol === symbol) ?? convertible[0];
  if (from === undefined || convertible.length < 2) return null;
  const number = Number(parseNumber(amount, localeTag) ?? Number.NaN);
  const standard = number * Number(from.factor) + Number(from.offset);
  return (
    <div className="try-conversion">
      <div className="row">
        <TextInput
          size="xs"
          aria-label={t('Amount to try')}
          placeholder={t('Try a number')}
          inputMode="decimal"
          value={amount}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          aria-label={t('Unit to try')}
          data={convertible.map((unit) => unit.symbol)}
          value={from.symbol}
          onChange={({ currentTarget }) => setSymbol(currentTarget.value)}
        />
      </div>
      {amount === '' || !Number.isFinite(standard) ? null : (
        <output className="quiet">
          {convertible
            .filter((unit) => unit !== from)
            .map((unit) => {
              const converted = (standard - Number(unit.offset)) / Number(unit.factor);
              return `${converted.toLocaleString(localeTag, { maximumSignificantDigits: 6 })} ${unit.symbol}`;
            })
            .join(' · ')}
        </output>
      )}
    </div>
  );
}
