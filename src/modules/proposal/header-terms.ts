import { foldText } from '../../kernel/text/fold-text.ts';

/** Subjects that the names of columns state, in English, German, French, Spanish, Italian and Dutch. */
const TERMS = {
  sku: 'sku|item (no|number|code)|article (no|number)|product (no|number|code|id)|part (no|number)|artikel(nummer|nr| nr)|art ?nr|bestell(nummer|nr| nr)|produkt(nummer|nr| nr)|ref|reference|code article|codigo|codice|artikelcode|model number|id',
  name: 'name|title|product name|item name|label|bezeichnung|produktname|artikelname|artikelbezeichnung|titel|kurzbezeichnung|nom|nom du produit|designation|libelle|titre|nombre|titulo|nome|denominazione|naam|omschrijving kort',
  description:
    'description|long description|short description|details|beschreibung|langtext|kurztext|artikelbeschreibung|descriptif|texte|descripcion|descrizione|omschrijving|care|pflegehinweise?|ingredients|zutaten|inhaltsstoffe|notes|bullet points|story',
  category:
    '(.* )?(category|categories|kategorien?|kategoria|categoria|categorie)|category path|product (group|type)|department|familia|warengruppe|produktgruppe|sortiment|rayon|famille|rubriek',
  image:
    'image|images|image url|picture|pictures|photo|photos|main image|bild|bilder|bild url|foto|fotos|produktbild|img|visuel|imagen|immagine|afbeelding|packshot',
  price:
    'price|list price|retail price|rrp|msrp|cost|trade|trade price|dealer price|dealer cost|unit cost|cost price|sale price|wholesale price|preis|uvp|vk|ek|listenpreis|nettopreis|bruttopreis|verkaufspreis|einkaufspreis|prix|tarif|precio|prezzo|prijs',
  choice:
    'material|materials|matiere|brand|marke|marque|hersteller|manufacturer|fabricant|vendor|supplier|lieferant|gender|geschlecht|genre|season|saison|finish|oberflache|style|stil|shape|form|fit|passform|pattern|muster|country|country of origin|herkunft|herkunftsland|ursprungsland|pays|pays d origine|origin|type|typ|energy class|energieklasse|roast|rebsorte|region|variety|flavour|flavor|geschmack|schutzart|ip rating|language|sprache|langue|format|condition|age group|altersgruppe|power source|skill level|audience',
  color: '(.* )?colou?r|colou?rway|farbe|farbton|couleur|color name|kleur|colore',
  size: 'size|sizes|grosse|groesse|konfektionsgrosse|taille|pointure|talla|taglia|maat|shoe size|schuhgrosse',
  identifier:
    'mpn|manufacturer part number|hs code|tariff number|zolltarifnummer|zolltarif|customs code|asin|model|modell|modele|supplier sku|lieferanten nr',
  url: 'url|link|website|video|video url|product url|datasheet|datenblatt',
} as const;

export type HeaderTerm = keyof typeof TERMS;

const PATTERNS = Object.entries(TERMS).map(
  ([term, words]) => [term as HeaderTerm, new RegExp(`^(?:the )?(?:${words})(?: \\d+)?$`)] as const,
);

/** Returns a name in lower case without accents and signs: `Größe (cm)` is `grosse cm`. */
export const plainName = (name: string): string =>
  foldText(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words beside a subject that do not change it. */
const QUALIFIERS = /\b(net|gross|netto|brutto|ht|ttc|excl|incl|exkl|inkl|vat|mwst|ust|btw|tva|iva)\b/g;

/** Returns the subjects that a name states, without its unit, currency and language. */
export function termsOf(stem: string): ReadonlySet<HeaderTerm> {
  const name = plainName(stem).replaceAll(QUALIFIERS, ' ').replaceAll(/ +/g, ' ').trim();
  return new Set(PATTERNS.flatMap(([term, pattern]) => (pattern.test(name) ? [term] : [])));
}
