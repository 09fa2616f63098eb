import type { OptionDocument, OptionSetDocument } from '../../src/modules/option-set/index.ts';
import { type Given, labels } from './given.ts';

export const OPTION_SETS: Given<OptionSetDocument> = [
  { code: 'finishes', labels: labels('Finishes', 'Oberflächen'), sort: 'label' },
  { code: 'lamp_sizes', labels: labels('Lamp sizes', 'Leuchtengrößen'), sort: 'manual' },
  { code: 'light_sources', labels: labels('Light sources', 'Lichtquellen'), sort: 'manual' },
  { code: 'energy_classes', labels: labels('Energy classes', 'Energieklassen'), sort: 'code' },
  {
    code: 'body_materials',
    labels: labels('Materials of the body', 'Materialien des Korpus'),
    sort: 'label',
  },
  { code: 'living_spaces', labels: labels('Living spaces', 'Wohnbereiche'), sort: 'label' },
];

const options = (
  optionSet: string,
  words: Readonly<Record<string, readonly [string, string]>>,
): Given<OptionDocument> =>
  Object.entries(words).map(([code, [english, german]], index) => ({
    code,
    optionSet,
    labels: labels(english, german),
    sortOrder: index + 1,
  }));

export const OPTIONS: Given<OptionDocument> = [
  {
    code: 'oiled_oak',
    optionSet: 'finishes',
    labels: labels('Oiled oak', 'Eiche geölt'),
    swatch: { color: '#C19A6B' },
    synonyms: ['oak', 'Eiche'],
  },
  {
    code: 'smoked_walnut',
    optionSet: 'finishes',
    labels: labels('Smoked walnut', 'Nussbaum geräuchert'),
    swatch: { color: '#5C4033' },
    synonyms: ['walnut', 'Nussbaum'],
  },
  {
    code: 'black_steel',
    optionSet: 'finishes',
    labels: labels('Black steel', 'Stahl schwarz'),
    swatch: { color: '#1C1C1C' },
  },
  {
    code: 'brushed_brass',
    optionSet: 'finishes',
    labels: labels('Brushed brass', 'Messing gebürstet'),
    swatch: { color: '#B5A642' },
  },
  {
    code: 'chalk_white',
    optionSet: 'finishes',
    labels: labels('Chalk white', 'Kreideweiß'),
    swatch: { color: '#F5F5F0' },
  },
  { code: 'copper', optionSet: 'finishes', labels: labels('Copper', 'Kupfer'), active: false },
  ...options('lamp_sizes', {
    small: ['Small', 'Klein'],
    medium: ['Medium', 'Mittel'],
    large: ['Large', 'Groß'],
  }),
  ...options('light_sources', {
    led_module: ['LED module, built in', 'LED-Modul, fest verbaut'],
    led_bulb: ['LED bulb, replaceable', 'LED-Leuchtmittel, wechselbar'],
  }),
  ...options('energy_classes', {
    a: ['A', 'A'],
    b: ['B', 'B'],
    c: ['C', 'C'],
    d: ['D', 'D'],
    e: ['E', 'E'],
    f: ['F', 'F'],
    g: ['G', 'G'],
  }),
  ...options('body_materials', {
    oak: ['Oak', 'Eiche'],
    walnut: ['Walnut', 'Nussbaum'],
    steel: ['Steel', 'Stahl'],
    brass: ['Brass', 'Messing'],
    linen: ['Linen', 'Leinen'],
    glass: ['Glass', 'Glas'],
  }),
  ...options('living_spaces', {
    bedroom: ['Bedroom', 'Schlafzimmer'],
    dining_area: ['Dining area', 'Essbereich'],
    hallway: ['Hallway', 'Flur'],
    study: ['Study', 'Arbeitszimmer'],
    living_room: ['Living room', 'Wohnzimmer'],
  }),
];
