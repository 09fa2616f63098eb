// Risk: a field says that it is not required although a product without it is not complete.
import { expect, test } from 'vitest';
import { fieldRequirement } from '../../../src/console/catalogue/form/form-model.ts';
import { saveButtonLabel } from '../../../src/console/catalogue/form/save-button-label.ts';

const CHANNELS = [
  { code: 'web', label: 'Web shop' },
  { code: 'print', label: 'Print' },
  { code: 'market', label: 'Marketplace' },
];
const contextsOf = (...codes: readonly string[]) =>
  codes.map((code) => ({
    channel: CHANNELS.find((channel) => channel.code === code) ?? { code, label: code },
    locale: { code: 'en_US', label: 'American English' },
  }));

test('a field is required in the channel that is shown, by name or because all channels require it', () => {
  const required = { isShown: true, channels: ['Web shop'] };
  expect(fieldRequirement(['*'], contextsOf('web'), CHANNELS)).toEqual(required);
  expect(fieldRequirement(['web', 'print'], contextsOf('web'), CHANNELS)).toEqual(required);
  expect(fieldRequirement(['*'], contextsOf('web', 'web'), CHANNELS)).toEqual(required);
});

test('a field that only others require names them', () => {
  expect(fieldRequirement(['print', 'market', 'gone'], contextsOf('web'), CHANNELS)).toEqual({
    isShown: false,
    channels: ['Print', 'Marketplace'],
  });
  expect(fieldRequirement([], contextsOf('web'), CHANNELS)).toBe(null);
  expect(fieldRequirement(['gone'], contextsOf('web'), CHANNELS)).toBe(null);
});

test('the save button names up to two channels, and counts more of them, which its title names', () => {
  expect(saveButtonLabel([]).words).toBe('Save');
  expect(saveButtonLabel(['Web shop', 'Print']).words).toBe('Save and update Web shop, Print');
  expect(saveButtonLabel(['Web shop', 'Print', 'Marketplace'])).toEqual({
    words: 'Save and update 3 channels',
    title: 'Save and update Web shop, Print, Marketplace',
  });
});
