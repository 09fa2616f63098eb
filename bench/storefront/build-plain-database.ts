import pg from 'pg';
import { descriptionOf, LOCALES, OPTION_COUNT, shopItem, titleOf } from './shop-items.ts';

const TABLES = `
  CREATE TABLE choice (id int PRIMARY KEY, code text NOT NULL, label text NOT NULL);
  CREATE TABLE item (
    id int PRIMARY KEY, sku text NOT NULL UNIQUE, gtin text, luminous_flux numeric(12, 2), bulbs int, dimmable boolean,
    on_sale_from date, price_amount numeric(12, 2), price_currency text, height_amount numeric(12, 2),
    height_unit text, wattage_amount numeric(12, 2), wattage_unit text, finish int REFERENCES choice (id),
    material int REFERENCES choice (id));
  CREATE TABLE item_text (
    id serial PRIMARY KEY, item int NOT NULL REFERENCES item (id), locale text NOT NULL, title text, story text);
  CREATE INDEX ON item_text (item, locale);
  CREATE INDEX ON item_text (locale);`;

/**
 * Makes a database with the items in tables as somebody would design them for a shop alone: a column for each value, a
 * table of texts by language, a table of choices.
 */
export async function buildPlainDatabase(connectionString: string, items: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT to_regclass('item') IS NOT NULL AS "isThere"`);
    if (rows[0]?.isThere === true) return;
    await client.query(TABLES);
    const choices = Array.from({ length: OPTION_COUNT }, (_, index) => index + 1);
    await client.query(
      `INSERT INTO choice SELECT id, 'choice_' || id, 'Choice ' || id FROM unnest($1::int[]) AS id`,
      [choices],
    );
    const numbers = Array.from({ length: items }, (_, index) => index + 1);
    const rowsOf = numbers.map((n) => {
      const {
        sku,
        gtin,
        luminousFlux,
        bulbs,
        dimmable,
        onSaleFrom,
        price,
        height,
        wattage,
        finish,
        material,
      } = shopItem(n);
      return {
        id: n,
        sku,
        gtin,
        luminous_flux: luminousFlux,
        bulbs,
        dimmable,
        on_sale_from: onSaleFrom,
        price_amount: price,
        price_currency: 'EUR',
        height_amount: height,
        height_unit: 'CENTIMETER',
        wattage_amount: wattage,
        wattage_unit: 'WATT',
        finish,
        material,
      };
    });
    await client.query('INSERT INTO item SELECT * FROM jsonb_populate_recordset(NULL::item, $1)', [
      JSON.stringify(rowsOf),
    ]);
    const texts = numbers.flatMap((item) =>
      LOCALES.map((locale) => ({ item, locale, title: titleOf(item, locale), story: descriptionOf(item) })),
    );
    await client.query(
      `INSERT INTO item_text (item, locale, title, story)
       SELECT item, locale, title, story FROM jsonb_populate_recordset(NULL::item_text, $1)`,
      [JSON.stringify(texts)],
    );
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}
