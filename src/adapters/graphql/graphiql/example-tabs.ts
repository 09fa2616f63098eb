interface Tab {
  readonly query: string;
  readonly variables?: string;
}

/** Tabs that the page shows on the first visit: documents that run unchanged on the demo catalogue. */
export const EXAMPLE_TABS: readonly Tab[] = [
  {
    query: `# Paste your token under Headers, below; it counts for all tabs.
# Signed in at the console, you need none. Then: Ctrl-Enter.
# What this catalogue is made of.
query DescribeTheCatalogue {
  me { organization { name defaultChannel defaultLocale } role scopes }
  channels { nodes { code label locales { code } currencies { code } } }
  attributeSets {
    totalCount
    nodes {
      code
      label
      productsCount
      attributes { attribute { code label type localizable scopable } }
    }
  }
}
`,
  },
  {
    query: `# Products with their values and with what each channel still misses.
query ListProducts($first: Int = 10, $after: String) {
  products(first: $first, after: $after, sort: [{ field: UPDATED_AT, direction: DESC }]) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes {
      sku
      label
      type
      status
      attributeSet { code }
      values { attribute { code } channel locale source display }
      completeness { channel { code } locale { code } ratio missing }
    }
  }
}
`,
  },
  {
    query: `# The same product as one JSON object, ready for a storefront.
query OneProduct($ref: ID!) {
  product(ref: $ref) {
    id
    version
    flat: data(form: FLAT)
    cells: data(form: CELLS)
    publications { channel { code } state blockedBy }
    revisions(first: 5) { nodes { version at kind actor { name } changes { path locale old new } } }
  }
}
`,
    variables: '{ "ref": "LO-WREN" }',
  },
  {
    query: `# An error is a type of the result: it says what is wrong and how to fix it.
# There is no finish 'walnut'; put in what is suggested and send it again.
mutation CreateProduct($input: CreateProductInput!) {
  createProduct(input: $input) {
    __typename
    ... on ProductPayload { outcome product { id sku version completeness { channel { code } locale { code } ratio missing } } }
    ... on Problem { code detail errors { code message path attribute suggestions } }
    ... on Conflict { allowed }
  }
}
`,
    variables: `{
  "input": {
    "sku": "HELLO-1",
    "attributeSet": "lamp",
    "values": [
      { "attribute": "title", "locale": "en_US", "value": "Hello lamp" },
      { "attribute": "finish", "value": "walnut" }
    ]
  }
}`,
  },
  {
    query: `# ifVersion refuses when somebody else was faster, and says whether your change meets theirs. Send it twice.
mutation UpdateProduct($ref: ID!, $ifVersion: Int, $input: UpdateProductInput!) {
  updateProduct(ref: $ref, ifVersion: $ifVersion, input: $input) {
    __typename
    ... on ProductPayload { outcome product { sku version value(attribute: "care", locale: "en_US") { display } } }
    ... on VersionMismatch { currentVersion conflicts { path locale old new } }
    ... on Problem { code detail }
  }
}
`,
    variables: `{
  "ref": "LO-WREN",
  "ifVersion": 1,
  "input": { "values": [{ "attribute": "care", "locale": "en_US", "value": "Dust it now and then." }] }
}`,
  },
  {
    query: `# A dry run answers what would happen and stores nothing; ids begin with dry_.
mutation TryIt {
  createChannel(dryRun: true, input: { code: "trial", locales: ["en_US"], currencies: ["EUR"] }) {
    __typename
    ... on ChannelPayload { dryRun outcome channel { id code label } }
    ... on Problem { code detail errors { path message suggestions } }
  }
}
`,
  },
];
