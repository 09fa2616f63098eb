import { ATTRIBUTE_TYPES, type AttributeType } from '../../../catalogue/model/attributes/attribute-types.ts';
import { foldName } from '../../../catalogue/model/fields/fold-name.ts';
import type { PasteColumn } from '../../../catalogue/model/paste/paste-columns.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import type { SheetColumn } from '../../../ui/sheet/sheet-types.ts';

const LABEL = 'label/';

export const labelColumn = (locale: string) => `${LABEL}${locale}`;

/** Returns the locale of a column of labels; null for another column. */
export const localeOfColumn = (column: string): string | null =>
  column.startsWith(LABEL) ? column.slice(LABEL.length) : null;

/** Returns the columns of a table of attributes: labels in the first locale, properties, labels in the others, settings. */
export function tableColumns([first = '', ...others]: readonly string[]): readonly SheetColumn[] {
  return [
    { key: labelColumn(first), title: t('Label'), hint: localeName(first), width: 200, isPinned: true },
    { key: 'type', title: t('Type'), width: 152 },
    { key: 'unit', title: t('Unit'), width: 80 },
    { key: 'options', title: t('Options'), width: 208 },
    { key: 'group', title: t('Group'), width: 144 },
    { key: 'sets', title: t('Attribute sets'), width: 160 },
    { key: 'required', title: t('Required in'), width: 160 },
    { key: 'code', title: t('Code'), width: 144 },
    ...others.map((locale) => ({ key: labelColumn(locale), title: localeName(locale), width: 160 })),
    { key: 'localizable', title: t('Value per locale'), width: 128 },
    { key: 'scopable', title: t('Value per channel'), width: 136 },
    { key: 'unique', title: t('Unique'), width: 80 },
    { key: 'sortOrder', title: t('Position'), width: 80 },
  ];
}

/** Heads that spreadsheets have in English, German and French. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  type: ['type', 'data type', 'attribute type', 'Typ', 'Datentyp', 'Art', 'type de données'],
  unit: ['unit', 'units', 'uom', 'Einheit', 'unité'],
  options: ['options', 'values', 'choices', 'Optionen', 'Werte', 'Auswahl', 'valeurs', 'choix'],
  group: ['group', 'attribute group', 'section', 'Gruppe', 'Attributgruppe', 'groupe'],
  sets: ['sets', 'set', 'attribute set', 'family', 'Attributsets', 'Attributset', 'jeux', 'jeu d’attributs'],
  required: [
    'required',
    'mandatory',
    'required in',
    'Pflicht',
    'Pflichtfeld',
    'erforderlich in',
    'obligatoire',
  ],
  localizable: [
    'localizable',
    'translatable',
    'per locale',
    'Wert je Sprache',
    'lokalisierbar',
    'übersetzbar',
    'valeur par langue',
    'traduisible',
  ],
  scopable: ['scopable', 'per channel', 'Wert je Kanal', 'valeur par canal'],
  unique: ['unique', 'eindeutig'],
  sortOrder: ['position', 'sort order', 'order', 'Reihenfolge', 'ordre'],
  code: ['code', 'key', 'id', 'attribute code', 'Kürzel', 'Schlüssel'],
};

const LABEL_HEADS = [
  'label',
  'name',
  'attribute',
  'title',
  'Bezeichnung',
  'Beschriftung',
  'Attribut',
  'libellé',
  'nom',
];

/** Languages whose names of languages heads may have. */
const HEAD_LANGUAGES = ['en', 'de', 'fr'];

/** Returns the columns with the heads that they are recognized by. */
export function pasteColumnsOf(locales: readonly string[]): readonly PasteColumn[] {
  const labels = new Set(LABEL_HEADS);
  const languages = Map.groupBy(locales, languageOf);
  return tableColumns(locales).map(({ key, title }) => {
    const locale = localeOfColumn(key);
    if (locale === null) return { key, names: [title, ...(HEADS[key] ?? [])] };
    const language = languageOf(locale);
    const isOnly = languages.get(language)?.[0] === locale;
    const names = [
      locale,
      localeName(locale),
      ...(isOnly ? [language, ...HEAD_LANGUAGES.map((one) => languageName(one, language))] : []),
    ];
    const prefixed = names.flatMap((name) => LABEL_HEADS.map((head) => `${head} ${name}`));
    return { key, names: [...names, ...prefixed, ...(locale === locales[0] ? [t('Label'), ...labels] : [])] };
  });
}

const languageOf = (locale: string): string => locale.split(/[_-]/)[0] ?? locale;

const languageName = (language: string, code: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;

/** Names of types in English, German and French, beside their code and their label in the language of the page. */
const TYPE_NAMES: Readonly<Record<AttributeType, readonly string[]>> = {
  TEXT: ['text', 'short text', 'string', 'Kurztext', 'texte', 'texte court'],
  TEXTAREA: ['long text', 'textarea', 'Langtext', 'Langer Text', 'texte long'],
  RICH_TEXT: [
    'formatted text',
    'rich text',
    'html',
    'Formatierter Text',
    'texte mis en forme',
    'texte enrichi',
  ],
  SELECT: [
    'single choice',
    'select',
    'simple select',
    'dropdown',
    'list',
    'enum',
    'Einfachauswahl',
    'Auswahl',
    'Liste',
    'choix unique',
  ],
  MULTI_SELECT: [
    'several choices',
    'multiselect',
    'multiple choice',
    'Mehrfachauswahl',
    'choix multiple',
    'choix multiples',
  ],
  BOOLEAN: [
    'yes or no',
    'yes/no',
    'boolean',
    'bool',
    'checkbox',
    'Ja/Nein',
    'Ja oder Nein',
    'oui/non',
    'oui ou non',
  ],
  NUMBER: ['number', 'integer', 'decimal', 'Zahl', 'Ganzzahl', 'nombre', 'entier'],
  MEASUREMENT: ['measurement', 'metric', 'measure', 'Messwert', 'Maß', 'Maßangabe', 'mesure'],
  PRICE: ['price', 'money', 'Preis', 'prix'],
  DATE: ['date', 'Datum'],
  DATETIME: ['date and time', 'datetime', 'timestamp', 'Datum und Uhrzeit', 'Zeitpunkt', 'date et heure'],
  IDENTIFIER: ['identifier', 'Kennung', 'identifiant'],
  MEDIA: ['file', 'image', 'media', 'Datei', 'Bild', 'fichier'],
  MEDIA_LIST: ['several files', 'files', 'images', 'gallery', 'Dateien', 'Bilder', 'fichiers', 'galerie'],
  ENTITY: ['entity', 'reference', 'Entität', 'Referenz', 'entité', 'référence'],
  ENTITY_LIST: [
    'several entities',
    'entities',
    'references',
    'Entitäten',
    'Referenzen',
    'entités',
    'références',
  ],
};

const TYPES_BY_NAME: ReadonlyMap<string, AttributeType> = new Map(
  (Object.keys(TYPE_NAMES) as AttributeType[]).flatMap((type) =>
    [type, ATTRIBUTE_TYPES[type].label, ...TYPE_NAMES[type]].map((name) => [foldName(name), type] as const),
  ),
);

/** Returns the type that a name means in any of the languages; null for none. */
export const parseType = (name: string): AttributeType | null => TYPES_BY_NAME.get(foldName(name)) ?? null;
