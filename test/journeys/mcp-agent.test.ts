// Risk: the words of the tools and of their refusals are not enough to get a piece of work done with them.
import { expect, test } from 'vitest';
import { connect, serveDemo } from '../adapters/mcp/mcp-client.ts';
import { createAgent } from './mcp-agent.ts';

/** What somebody wrote down of headphones, in words of their own. */
const SHEET = {
  sku: 'HP-1',
  kind: 'headphones',
  details: {
    model_name: { type: 'txt', localizable: true, text: 'Echo One' },
    body_colour: { type: 'select', optionSet: 'body_colours', text: 'Midnight black' },
    playing_time: { type: 'numbr', text: 30 },
    retail_price: { type: 'price', text: '79.90' },
    wireless: { type: 'boolean', text: true },
  },
  colours: { black: 'Midnight black', sand: 'Desert sand' },
} as const;

interface Missing {
  readonly channel: string;
  readonly locale: string;
  readonly missing: readonly string[];
}
interface Described {
  readonly attributes: readonly {
    readonly code: string;
    readonly type: string;
    readonly localizable: boolean;
  }[];
  readonly example: { readonly values: Readonly<Record<string, readonly { readonly value: unknown }[]>> };
}

test('an agent models headphones, makes one, completes it for a channel and publishes it', async () => {
  const served = await serveDemo();
  const client = await connect(served, '2026');
  try {
    let locales: readonly string[] = [];
    const agent = await createAgent(client, () => locales);
    const tools = {
      overview: agent.choose(/Start here if you do not know the catalogue/),
      model: agent.choose(/Use it to model a kind of product before you create products/),
      kind: agent.choose(/Read it before you create or enrich products/),
      create: agent.choose(/^Creates a product\./),
      enrich: agent.choose(/Updates the given fields and values of a product/),
      publish: agent.choose(/to send them to review, publish/),
      read: agent.choose(/^One product\. Without `channel`/),
    };

    // Which channel asks for completeness, and in which locales.
    const overview = await agent.call(tools.overview, { include: ['channels'] });
    const { items: channels } = overview.channels as {
      items: readonly { code: string; publish_guard: string; locales: string[]; currencies: string[] }[];
    };
    const channel = channels.find(({ publish_guard: guard }) => guard === 'complete');
    if (channel === undefined) throw new Error('No channel asks for complete products.');
    ({ locales } = channel);

    // Its model, tried first and then made. The types are guessed, so two are wrong.
    const model = {
      option_sets: [
        {
          code: 'body_colours',
          options: Object.entries(SHEET.colours).map(([code, label]) => ({
            code,
            labels: { [locales[0] ?? '']: label },
          })),
        },
      ],
      attributes: Object.entries(SHEET.details).map(([code, fact]) => ({
        code,
        type: fact.type,
        ...('localizable' in fact ? { localizable: true } : {}),
        ...('optionSet' in fact ? { option_set: fact.optionSet } : {}),
      })),
      attribute_sets: [
        {
          code: SHEET.kind,
          atribute_as_label: 'model_name',
          attributes: Object.keys(SHEET.details).map((code) => ({ code })),
          required_attributes: { [channel.code]: Object.keys(SHEET.details) },
        },
      ],
    };
    const tried = await agent.call(tools.model, model);
    expect(tried).toMatchObject({ dry_run: true, created: 9, updated: 0 });
    // What was mended is known by now to be right; the agent sends it again as it was, and mends it again.
    expect(await agent.call(tools.model, { ...model, dry_run: false })).toMatchObject({
      dry_run: false,
      created: 9,
    });

    // A first product from the sheet, as a person would write it: plain values, the colour by its name.
    const kind = (await agent.call(tools.kind, {
      code: SHEET.kind,
      channel: channel.code,
    })) as unknown as Described;
    const plain = Object.fromEntries(
      Object.entries(SHEET.details)
        .filter(([code]) => kind.attributes.some((one) => one.code === code && one.type !== 'price'))
        .map(([code, { text }]) => [code, text]),
    );
    const created = await agent.call(tools.create, {
      sku: SHEET.sku,
      attribut_set: SHEET.kind,
      channels: [channel.code],
      values: plain,
    });
    expect(created).toMatchObject({ sku: 'HP-1', status: 'draft', outcome: 'created' });

    // Publishing is refused and says what is missing, per channel and locale; that is written in the form of the example.
    const refused = await agent.call(tools.publish, { refs: [SHEET.sku], status: 'published' });
    const [result] = refused.results as readonly {
      problem?: { code: string; missing: readonly Missing[] };
    }[];
    expect(result?.problem?.code).toBe('not-publishable');
    const codes = new Set(result?.problem?.missing.flatMap(({ missing }) => missing));
    expect([...codes]).toEqual(['retail_price']);
    const values = Object.fromEntries(
      [...codes].map((code) => [
        code,
        likeExample(kind.example.values[code]?.[0]?.value, channel.currencies),
      ]),
    );
    const enriched = await agent.call(tools.enrich, { ref: SHEET.sku, values });
    const completeness = enriched.completeness as readonly (Missing & { ratio: number })[];
    expect(completeness.map(({ ratio }) => ratio)).toEqual([100, 100]);

    const published = await agent.call(tools.publish, { refs: [SHEET.sku], status: 'published' });
    expect(published).toMatchObject({ summary: { updated: 1, failed: 0 } });
    expect(
      await agent.call(tools.read, { ref: SHEET.sku, channel: channel.code, locale: locales[0] }),
    ).toMatchObject({
      sku: 'HP-1',
      label: 'Echo One',
      status: 'published',
      attribute_set: 'headphones',
      values: {
        model_name: 'Echo One',
        body_colour: 'black',
        playing_time: '30',
        wireless: true,
        retail_price: channel.currencies.map((currency) => ({ amount: '79.90', currency })),
      },
    });

    const mended = new Set(agent.steps.flatMap(({ refused: codesRefused }) => codesRefused));
    expect([...mended].toSorted()).toEqual([
      'locale-required',
      'option-not-found',
      'unknown-property',
      'value-not-allowed',
    ]);
    expect(agent.steps.length).toBeLessThanOrEqual(16);
  } finally {
    await client.close();
    await served.close();
  }
}, 60_000);

/** A value in the form of an example, with what the sheet says: a price in every currency of the channel. */
function likeExample(example: unknown, currencies: readonly string[]): unknown {
  if (!Array.isArray(example)) throw new Error(`The example shows no list: ${JSON.stringify(example)}`);
  const [entry] = example as readonly Readonly<Record<string, unknown>>[];
  return [
    {
      value: currencies.map((currency) => ({ ...entry, amount: SHEET.details.retail_price.text, currency })),
    },
  ];
}
