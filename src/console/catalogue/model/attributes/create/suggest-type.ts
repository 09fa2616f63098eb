import { codeFromLabel } from '../../code-from-label.ts';
import type { AttributeType } from '../attribute-types.ts';

/** The type that a label suggests. */
export interface TypeSuggestion {
  readonly type: AttributeType;
  /** True if its values are texts that are translated. */
  readonly localizable: boolean;
  /** Codes of families of units, the likeliest first. */
  readonly families: readonly string[];
}

interface Rule {
  readonly type: AttributeType;
  /** Words of labels in English, German and French, as codes have them; `*` at the end stands for any further letters, at the beginning for a compound. */
  readonly words: string;
  readonly localizable?: true;
  readonly families?: readonly string[];
}

/** The first rule with a word of the label counts: those of few meanings come first. */
const RULES: readonly Rule[] = [
  {
    type: 'IDENTIFIER',
    words:
      'gtin ean upc isbn isbn13 asin mpn barcode strichcode artikelnummer *teilenummer part_number item_number serial_number',
  },
  {
    type: 'MEDIA_LIST',
    words:
      'images photos gallery galerie bilder fotos videos documents dokumente files dateien downloads certificate_files',
  },
  {
    type: 'MEDIA',
    words:
      'image photo bild *bild foto photographie video logo pdf document dokument file datei manual handbuch datasheet data_sheet datenblatt *datenblatt fiche_technique swatch',
  },
  {
    type: 'PRICE',
    words: 'price *price prices preis *preis prix rrp msrp uvp cost kosten cout surcharge zuschlag',
  },
  { type: 'DATETIME', words: 'timestamp zeitstempel date_and_time start_of_sale end_of_sale' },
  {
    type: 'DATE',
    words:
      'date *datum datum day available_from available_until valid_from valid_until verfugbar_ab lieferbar_ab disponible_* release erscheinungstag',
  },
  {
    type: 'RICH_TEXT',
    words: 'description beschreibung *beschreibung produkttext story details_text',
    localizable: true,
  },
  {
    type: 'TEXTAREA',
    words:
      'instructions *anleitung anleitung pflegehinweis* hinweis* notes notizen remarks bemerkung* summary zusammenfassung kurzbeschreibung teaser resume ingredients inhaltsstoffe zutaten',
    localizable: true,
  },
  {
    type: 'BOOLEAN',
    words:
      'is_* has_* ist_* hat_* est_* with_* mit_* dimmable dimmbar waterproof wasserdicht washable waschbar organic vegan recyclable recycelbar foldable faltbar included enthalten rechargeable active aktiv new_arrival',
  },
  { type: 'MEASUREMENT', words: 'weight *weight gewicht *gewicht poids masse', families: ['weight', 'mass'] },
  {
    type: 'MEASUREMENT',
    words:
      'length *length lange *lange longueur width *width breite *breite largeur height *height hohe *hohe hauteur depth tiefe *tiefe profondeur diameter *durchmesser durchmesser diametre thickness dicke starke epaisseur',
    families: ['length'],
  },
  {
    type: 'MEASUREMENT',
    words: 'volume volumen *volumen capacity fassungsvermogen inhalt contenance',
    families: ['volume'],
  },
  { type: 'MEASUREMENT', words: 'power wattage leistung *leistung puissance', families: ['power'] },
  {
    type: 'MEASUREMENT',
    words: 'voltage spannung *spannung tension',
    families: ['voltage', 'electric_potential'],
  },
  {
    type: 'MEASUREMENT',
    words: 'luminous_flux lichtstrom flux_lumineux lumen',
    families: ['luminous_flux', 'luminosity'],
  },
  {
    type: 'MEASUREMENT',
    words: 'temperature *temperatur temperatur colour_temperature color_temperature',
    families: ['temperature'],
  },
  { type: 'MEASUREMENT', words: 'area *flache flache surface_area superficie', families: ['area'] },
  {
    type: 'MEASUREMENT',
    words: 'duration dauer *dauer runtime laufzeit duree',
    families: ['duration', 'time'],
  },
  {
    type: 'MULTI_SELECT',
    words:
      'colors colours farben couleurs materials materialien materiaux raume features eigenschaften caracteristiques styles occasions anlasse seasons saisons keywords certificates zertifikate allergens allergene',
  },
  {
    type: 'SELECT',
    words:
      'color colour farbe *farbe couleur material *material matiere finish oberflache finition size grosse *grosse taille shape form forme style stil gender geschlecht season saison country land pays origin herkunft class klasse *klasse classe category art sorte kind fit passform socket fassung pattern muster motif energy_label',
  },
  {
    type: 'NUMBER',
    words:
      'number_of_* anzahl* nombre_* count quantity menge quantite stock bestand pieces stuck rating bewertung score year jahr annee warranty_years',
  },
  {
    type: 'ENTITY',
    words:
      'brand marke marque manufacturer hersteller fabricant supplier lieferant fournisseur designer artist author autor auteur',
  },
  {
    type: 'TEXT',
    words:
      'title titel titre name bezeichnung *bezeichnung nom headline uberschrift slogan claim subtitle untertitel label alt_text',
    localizable: true,
  },
];

const DEFAULT: TypeSuggestion = { type: 'TEXT', localizable: false, families: [] };

/**
 * Returns the type that a label suggests: a weight is a measurement. Text if nothing is known of it.
 *
 * @param hasTypes whether entity types exist; without them none is suggested
 */
export function suggestType(label: string, hasTypes = false): TypeSuggestion {
  const code = codeFromLabel(label);
  if (code === '') return DEFAULT;
  const rule = RULES.find(
    ({ type, words }) =>
      (hasTypes || type !== 'ENTITY') && words.split(' ').some((word) => hasWord(code, word)),
  );
  if (rule === undefined) return DEFAULT;
  return { type: rule.type, localizable: rule.localizable ?? false, families: rule.families ?? [] };
}

/** Returns true if a code has a word, or words one after the other. */
function hasWord(code: string, word: string): boolean {
  const text = `_${code}_`;
  if (word.endsWith('*')) return text.includes(`_${word.slice(0, -1)}`);
  return word.startsWith('*') ? text.includes(`${word.slice(1)}_`) : text.includes(`_${word}_`);
}
