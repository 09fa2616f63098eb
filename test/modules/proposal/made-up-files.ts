/** A column of a made-up file: what it should be taken for, and its cells. */
export interface MadeUpColumn {
  /** Type of the attribute, with currency or unit: `price EUR`, `measurement KILOGRAM`; or `sku`, `categories`. */
  readonly expected: string;
  readonly cell: (row: number) => string;
}

export interface MadeUpFile {
  readonly name: string;
  readonly rows: number;
  readonly columns: Readonly<Record<string, MadeUpColumn>>;
}

const column = (expected: string, cell: (row: number) => string): MadeUpColumn => ({ expected, cell });
const pick =
  (...values: readonly string[]) =>
  (row: number) =>
    values[(row * 7 + Math.floor(row / 3)) % values.length] ?? '';
const some = (share: number, cell: (row: number) => string) => (row: number) =>
  (row * 37) % 100 < share * 100 ? cell(row) : '';
const decimal =
  (from: number, step: number, digits: number, sign = '.') =>
  (row: number) =>
    (from + ((row * 13) % 29) * step).toFixed(digits).replace('.', sign);
const words =
  (...parts: readonly (readonly string[])[]) =>
  (row: number) =>
    parts.map((part, index) => part[(row * (index + 3) + index) % part.length]).join(' ');
const numbered = (prefix: string, from: number) => (row: number) => `${prefix}${from + row}`;
/** Returns an EAN-13 with its check digit. */
const ean = (from: number) => (row: number) => {
  const digits = String(from + row * 17).padStart(12, '0');
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1),
    0,
  );
  return digits + String((10 - (sum % 10)) % 10);
};
const text = (sentence: string) => (row: number) =>
  `${sentence} ${'It lasts and is easy to clean. '.repeat(5 + (row % 4))}`;

/** Files of twelve trades as companies keep them, in five languages. */
export const MADE_UP_FILES: readonly MadeUpFile[] = [
  {
    name: 'lamps of a German wholesaler',
    rows: 60,
    columns: {
      Artikelnummer: column('sku', numbered('L-', 1000)),
      EAN: column('identifier', ean(400638100000)),
      Bezeichnung: column(
        'text',
        words(
          ['Tischleuchte', 'Stehleuchte', 'Pendel'],
          ['Anna', 'Bert', 'Cora', 'Dora', 'Emil'],
          ['klein', 'groß', 'rund', 'lang'],
        ),
      ),
      Warengruppe: column('categories', pick('Leuchten', 'Leuchtmittel', 'Zubehör')),
      'Gewicht (kg)': column('measurement KILOGRAM', decimal(0.4, 0.15, 2, ',')),
      'Höhe in cm': column('measurement CENTIMETER', decimal(20, 3, 0)),
      'Preis EUR': column('price EUR', decimal(19.9, 10, 2, ',')),
      'UVP brutto': column('price EUR', decimal(29.9, 10, 2, ',')),
      Farbe: column('select', pick('Schwarz', 'Weiß', 'Messing')),
      Dimmbar: column('boolean', pick('ja', 'nein')),
      Energieklasse: column('select', pick('A', 'B', 'E', 'F')),
      Beschreibung: column('textarea', text('Eine Leuchte für jeden Raum.')),
    },
  },
  {
    name: 'clothes of an American brand',
    rows: 80,
    columns: {
      SKU: column('sku', (row) => `TEE-${['BLK', 'WHT', 'NVY'][row % 3]}-${row}`),
      Title: column(
        'text',
        words(
          ['Classic', 'Relaxed', 'Slim', 'Cropped'],
          ['Tee', 'Shirt', 'Hoodie', 'Tank'],
          ['One', 'Two', 'Three'],
        ),
      ),
      Color: column('select', pick('Black', 'White', 'Navy', 'Olive')),
      Size: column('select', pick('XS', 'S', 'M', 'L', 'XL')),
      'Body HTML': column('rich_text', (row) => `<p>Soft cotton for day ${row}.</p>`),
      'Variant Price': column('price USD', decimal(19, 1, 2)),
      Materials: column('multi_select', pick('Cotton, Elastane', 'Cotton', 'Wool, Cotton', 'Linen')),
      'Image URL': column('media', (row) => `https://cdn.example.com/tee-${row}.jpg`),
      'Launch date': column('date', (row) => `2026-0${1 + (row % 9)}-1${row % 10}`),
      'Weight (oz)': column('measurement OUNCE', decimal(4, 0.5, 1)),
      'Country of origin': column('select', pick('Portugal', 'Turkey', 'India')),
    },
  },
  {
    name: 'wines of a French merchant',
    rows: 48,
    columns: {
      'Réf.': column('sku', numbered('VIN', 200)),
      Désignation: column(
        'text',
        words(
          ['Château', 'Domaine', 'Clos'],
          ['Lune', 'Soleil', 'Rivière', 'Pierre', 'Noyer'],
          ['Rouge', 'Blanc', 'Rosé'],
        ),
      ),
      Région: column('select', pick('Bordeaux', 'Bourgogne', 'Loire', 'Alsace')),
      Millésime: column('number', pick('2018', '2019', '2020', '2021')),
      "Degré d'alcool": column('number', decimal(11, 0.5, 1, ',')),
      'Contenance (cl)': column('measurement CENTILITER', pick('75', '37,5', '150')),
      'Prix TTC': column('price EUR', (row) => `${decimal(6, 2.5, 2, ',')(row)} €`),
      Biologique: column('boolean', pick('oui', 'non')),
      Cépages: column('multi_select', pick('Merlot; Cabernet', 'Chardonnay', 'Merlot; Syrah', 'Pinot noir')),
      'Code-barres': column('identifier', ean(376000000000)),
      Descriptif: column('textarea', text('Un vin franc et long en bouche.')),
    },
  },
  {
    name: 'tools of a British shop',
    rows: 50,
    columns: {
      'Product code': column('sku', numbered('', 50100)),
      'Product name': column(
        'text',
        words(
          ['Cordless', 'Corded', 'Compact'],
          ['drill', 'sander', 'saw', 'router'],
          ['18V', '12V', '36V', 'Pro'],
        ),
      ),
      Department: column('categories', (row) => `Power tools > ${['Drills', 'Saws', 'Sanders'][row % 3]}`),
      Brand: column('select', pick('Harrow', 'Brunel', 'Tor')),
      Voltage: column('measurement VOLT', pick('12 V', '18 V', '36 V')),
      Power: column('measurement WATT', (row) => `${400 + (row % 9) * 50} W`),
      'Weight kg': column('measurement KILOGRAM', decimal(1.1, 0.2, 1)),
      'RRP (£)': column('price GBP', decimal(49, 10, 2)),
      'Batteries included': column('boolean', pick('Yes', 'No')),
      'Commodity code': column('text', pick('84672200', '84672120', '84672951')),
      Datasheet: column('text', (row) => `https://files.example.com/sheet-${row}.pdf`),
    },
  },
  {
    name: 'furniture with names in two languages',
    rows: 40,
    columns: {
      'Art.-Nr.': column('sku', numbered('M', 3000)),
      'Name DE': column(
        'text',
        words(['Tisch', 'Stuhl', 'Regal'], ['Linde', 'Ahorn', 'Eiche', 'Esche'], ['hell', 'dunkel', 'natur']),
      ),
      'Name EN': column(
        'text',
        words(['Table', 'Chair', 'Shelf'], ['Linden', 'Maple', 'Oak', 'Ash'], ['light', 'dark', 'natural']),
      ),
      'Breite (mm)': column('measurement MILLIMETER', decimal(400, 40, 0)),
      'Tiefe (mm)': column('measurement MILLIMETER', decimal(300, 20, 0)),
      Material: column('multi_select', pick('Eiche / Stahl', 'Eiche', 'Buche / Stahl', 'Buche')),
      Montage: column('boolean', pick('wahr', 'falsch')),
      Bilder: column('media_list', (row) => `m${row}_1.jpg|m${row}_2.jpg`),
      Listenpreis: column('price EUR', decimal(120, 35, 2, ',')),
      Lieferbar_ab: column('date', (row) => `${10 + (row % 19)}.0${1 + (row % 9)}.2027`),
    },
  },
  {
    name: 'coffee of a roaster',
    rows: 32,
    columns: {
      id: column('sku', numbered('coffee-', 1)),
      name: column(
        'text',
        words(
          ['Sunrise', 'Harbour', 'Nightfall', 'Meadow'],
          ['Blend', 'Espresso', 'Filter'],
          ['250', '500', '1000'],
        ),
      ),
      origin: column('select', pick('Ethiopia', 'Colombia', 'Brazil')),
      roast: column('select', pick('light', 'medium', 'dark')),
      notes: column('multi_select', pick('cocoa, plum', 'citrus, honey', 'plum, honey', 'cocoa')),
      net_weight: column('measurement GRAM', pick('250 g', '500 g', '1000 g')),
      price_eur: column('price EUR', decimal(7.5, 1, 2)),
      organic: column('boolean', pick('true', 'false')),
      barcode: column('identifier', ean(540000000000)),
    },
  },
  {
    name: 'electronics with many facts',
    rows: 90,
    columns: {
      'Part no.': column('sku', (row) => `PH${String(row).padStart(4, '0')}`),
      'Item name': column(
        'text',
        words(['Nova', 'Pulse', 'Orbit', 'Vertex'], ['S', 'M', 'X'], ['64', '128', '256'], ['5G', 'LTE']),
      ),
      Storage: column('measurement GIGABYTE', pick('64 GB', '128 GB', '256 GB')),
      'Screen size (in)': column('measurement INCH', decimal(5, 0.1, 1)),
      'Battery (mAh)': column('number', decimal(3000, 100, 0)),
      Bluetooth: column('boolean', pick('1', '0')),
      Connectors: column('multi_select', pick('USB-C|Jack', 'USB-C', 'USB-C|HDMI')),
      MPN: column('text', (row) => `00${4210 + row}`),
      Price: column('price USD', (row) => `$${199 + (row % 12) * 50}.00`),
      'Energy class': column('select', pick('A', 'B', 'C')),
      Warranty: column('measurement YEAR', pick('1 year', '2 year')),
      Release: column('date', (row) => `2026/0${1 + (row % 9)}/0${1 + (row % 8)}`),
    },
  },
  {
    name: 'books',
    rows: 70,
    columns: {
      'Bestell-Nr.': column('sku', numbered('B', 100)),
      ISBN: column('identifier', ean(978300000000)),
      Titel: column(
        'text',
        words(
          ['Der', 'Die', 'Das'],
          ['lange', 'kurze', 'stille', 'letzte'],
          ['Weg', 'Nacht', 'Haus', 'Meer', 'Jahr'],
        ),
      ),
      Autor: column(
        'text',
        words(['A.', 'B.', 'C.', 'D.', 'E.', 'F.', 'G.'], ['Adler', 'Berg', 'Clausen', 'Dorn', 'Ebert']),
      ),
      Seiten: column('number', decimal(120, 12, 0)),
      Einband: column('select', pick('gebunden', 'broschiert')),
      Sprache: column('select', pick('Deutsch', 'Englisch')),
      Erscheinungsdatum: column('date', (row) => `0${1 + (row % 9)}.1${row % 2}.202${row % 7}`),
      'Preis (€)': column('price EUR', decimal(9.99, 2, 2, ',')),
      Klappentext: column('textarea', text('Eine Geschichte über zwei Menschen.')),
    },
  },
  {
    name: 'cosmetics of an Italian house',
    rows: 44,
    columns: {
      Codice: column('sku', numbered('COS-', 10)),
      Denominazione: column(
        'text',
        words(
          ['Crema', 'Siero', 'Olio'],
          ['viso', 'mani', 'corpo'],
          ['notte', 'giorno', 'idratante', 'dolce'],
        ),
      ),
      Categoria: column('categories', pick('Viso > Creme', 'Viso > Sieri', 'Corpo > Oli')),
      'Contenuto (ml)': column('measurement MILLILITER', pick('30', '50', '200')),
      Prezzo: column('price EUR', decimal(12, 4, 2, ',')),
      Vegano: column('boolean', pick('sì', 'no')),
      Ingredients: column(
        'textarea',
        (row) => `Aqua, Glycerin, Parfum, Tocopherol, ${'Linalool, '.repeat(8 + (row % 4))}Citral`,
      ),
      Immagine: column('media', (row) => `https://img.example.it/${row}.png`),
    },
  },
  {
    name: 'screws with thousands of almost equal rows',
    rows: 120,
    columns: {
      Artikel_Nr: column('sku', (row) => `${900000 + row}`),
      Kurztext: column(
        'text',
        words(
          ['Schraube', 'Mutter', 'Bolzen'],
          ['M4', 'M5', 'M6', 'M8'],
          ['x10', 'x20', 'x30', 'x40'],
          ['verzinkt', 'A2'],
        ),
      ),
      'Durchmesser [mm]': column('measurement MILLIMETER', pick('4', '5', '6', '8')),
      'Länge [mm]': column('measurement MILLIMETER', pick('10', '20', '30', '40')),
      Norm: column('select', pick('DIN 912', 'DIN 933', 'ISO 4762')),
      Werkstoff: column('select', pick('Stahl', 'A2', 'A4')),
      VPE: column('number', pick('100', '200', '500')),
      'VK netto': column('price EUR', decimal(0.05, 0.01, 3, ',')),
      Zolltarifnummer: column('text', pick('73181558', '73181652')),
    },
  },
  {
    name: 'toys of a Dutch shop',
    rows: 36,
    columns: {
      Artikelcode: column('sku', numbered('SPG', 500)),
      Naam: column(
        'text',
        words(['Puzzel', 'Bouwset', 'Pop', 'Auto'], ['dieren', 'stad', 'ruimte'], ['klein', 'groot', 'maxi']),
      ),
      'Leeftijd vanaf': column('number', pick('3', '4', '6', '8')),
      Kleur: column('select', pick('rood', 'blauw', 'geel')),
      Prijs: column('price EUR', decimal(4.95, 3, 2, ',')),
      'Afmeting (cm)': column('measurement CENTIMETER', decimal(10, 2.5, 1, ',')),
      EAN: column('identifier', some(0.9, ean(871000000000))),
      Omschrijving: column('textarea', text('Speelgoed voor uren plezier.')),
      Tags: column('multi_select', pick('hout,buiten', 'binnen', 'hout,binnen', 'buiten')),
    },
  },
  {
    name: 'medical supplies',
    rows: 64,
    columns: {
      REF: column('sku', (row) => `${10 + (row % 7)}.${1000 + row}`),
      GTIN: column('identifier', ean(761000000000)),
      Name: column(
        'text',
        words(
          ['Glove', 'Mask', 'Gown', 'Syringe'],
          ['nitrile', 'latex', 'vinyl'],
          ['box', 'pack', 'carton', 'tray'],
        ),
      ),
      'Pack size': column('number', pick('10', '50', '100', '200')),
      Sterile: column('boolean', pick('Y', 'N')),
      Size: column('select', pick('S', 'M', 'L')),
      'Shelf life': column('measurement MONTH', pick('24 months', '36 months', '60 months')),
      'Net price CHF': column('price CHF', decimal(2.4, 0.8, 2)),
      'Temperature max (°C)': column('measurement CELSIUS', pick('25', '30', '40')),
      Certificates: column('multi_select', pick('CE; ISO 13485', 'CE', 'CE; EN 455')),
      'Valid until': column('date', (row) => `${13 + (row % 15)}/0${1 + (row % 9)}/2028`),
    },
  },
];

/** Returns the table of a made-up file. */
export const tableOf = ({ columns, rows }: MadeUpFile) => ({
  columns: Object.keys(columns),
  rows: Array.from({ length: rows }, (_, row) => Object.values(columns).map(({ cell }) => cell(row))),
});
