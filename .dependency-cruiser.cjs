// Who may import whom. The layers, from the bottom up:
//   kernel <- platform <- graphql (the builder) <- modules <- *.graphql.ts <- adapters, worker <- app, main, commands
// and of the console:
//   i18n <- api <- ui <- catalogue <- pages <- app
// Checked by `npm run check`. Tests may import anything.
const { Visitor } = require('@swc/core/Visitor.js');

// The walker of syntax trees that dependency-cruiser takes from SWC stumbles over `using` (ES2026).
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};

const graphqlFile = '\\.graphql\\.ts$';
/** The folders of the console, from the bottom up. */
const consoleLayers = ['i18n', 'api', 'ui', 'catalogue', 'pages', 'app'];
const databaseClient = '(^|/)node_modules/pg/|^src/platform/prisma/generated/';

// The folders of src/modules/product from the bottom up: a file imports its own folder and those of the rows before.
const productFolders = [
  ['model'],
  ['schema', 'history', 'links', 'variants'],
  ['read', 'write'],
  ['recompute'],
  ['revert'],
  ['graphql'],
];
const productRules = productFolders.map((row, index) => {
  const below = productFolders.slice(0, index).flat();
  return {
    name: `product-${row.join('-')}-by-lower-folders`,
    comment:
      'The folders of src/modules/product have an order (productFolders), and neighbours do without each other.',
    severity: 'error',
    from: { path: `^src/modules/product/(${row.join('|')})/` },
    to: { path: '^src/modules/product/', pathNot: `^src/modules/product/(${['$1', ...below].join('|')})/` },
  };
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'kernel-stands-alone',
      comment:
        'The kernel is words and pure rules: no other layer, no I/O, only three pure libraries and hashing.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: {
        pathNot:
          '^src/kernel/|(^|/)node_modules/(@types/)?big\\.js/|(^|/)node_modules/fastest-levenshtein/|(^|/)node_modules/intl-messageformat/|^(node:)?crypto$',
      },
    },
    {
      name: 'platform-below-modules',
      comment:
        'The platform knows the kernel and itself, never a module, the GraphQL schema or an API adapter.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/(kernel|platform)/' },
    },
    {
      name: 'builder-below-modules',
      comment: 'src/graphql is the builder alone; modules add the fields.',
      severity: 'error',
      from: { path: '^src/graphql/' },
      to: { path: '^src/', pathNot: '^src/(kernel|platform|graphql)/' },
    },
    {
      name: 'modules-without-graphql',
      comment: 'Rules and operations serve every API, so only the *.graphql.ts of a module knows GraphQL.',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: graphqlFile },
      to: { path: `^src/graphql/|${graphqlFile}` },
    },
    {
      name: 'modules-below-adapters',
      comment: 'API adapters, workers and the application call modules, never the other way round.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/', pathNot: '^src/(kernel|platform|graphql|modules)/' },
    },
    {
      name: 'modules-by-their-index',
      comment: 'What a module offers to others is in its index.ts.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/', pathNot: graphqlFile },
      to: { path: '^src/modules/[^/]+/', pathNot: '^src/modules/$1/|^src/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'types-by-index-or-graphql',
      comment:
        'A *.graphql.ts takes the types of another module from its *.graphql.ts and all else from its index.ts.',
      severity: 'error',
      from: { path: `^src/modules/([^/]+)/.*${graphqlFile}` },
      to: {
        path: '^src/modules/[^/]+/',
        pathNot: `^src/modules/$1/|^src/modules/[^/]+/index\\.ts$|${graphqlFile}`,
      },
    },
    ...productRules,
    {
      name: 'adapters-without-stores',
      comment: 'An adapter translates; rows are the business of the operations it calls.',
      severity: 'error',
      from: { path: '^src/(adapters|console)/' },
      to: { path: '\\.store\\.ts$' },
    },
    {
      name: 'adapters-by-module-index',
      comment: 'Adapters take operations from the index.ts of a module and its types from *.graphql.ts.',
      severity: 'error',
      from: { path: '^src/(adapters|worker|console)/' },
      to: { path: '^src/modules/', pathNot: `^src/modules/[^/]+/index\\.ts$|${graphqlFile}` },
    },
    {
      name: 'adapters-below-application',
      comment: 'Only the composition root knows everything; nothing imports it but the commands and main.ts.',
      severity: 'error',
      from: { path: '^src/(kernel|platform|graphql|modules|adapters|worker|console)/' },
      to: {
        path: '^src/(main|app|modules|open-adapters)\\.ts$|^src/(commands|tools)/|^(test|bench|prisma)/',
      },
    },
    {
      name: 'database-clients-in-platform',
      comment: 'Connections are opened in src/platform; modules are given a transaction, a pool or a reader.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(platform|tools)/|^src/graphql/builder\\.ts$',
      },
      to: { path: databaseClient, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-by-the-public-api',
      comment:
        'The console runs in browsers and proves that the public API suffices: it knows nothing of the server but its schema.',
      severity: 'error',
      from: { path: '^src/console/' },
      to: { path: '^src/|^(node:)?(fs|path|crypto|http|child_process)', pathNot: '^src/console/' },
    },
    ...consoleLayers.slice(0, -1).map((layer, index) => ({
      name: `console-${layer}-below-${consoleLayers[index + 1]}`,
      comment: `The console is built in layers: ${consoleLayers.join(' < ')}. A lower one knows nothing of a higher one.`,
      severity: 'error',
      from: { path: `^src/console/${layer}/` },
      to: { path: `^src/console/(${consoleLayers.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'console-pages-by-themselves',
      comment:
        'A page imports no other page. Parts that several pages have belong into src/console/catalogue, or into ' +
        'src/console/ui if they know nothing of the catalogue.',
      severity: 'error',
      from: { path: '^src/console/pages/([^/]+)/' },
      to: { path: '^src/console/pages/', pathNot: '^src/console/pages/$1/' },
    },
    {
      name: 'console-for-browsers-alone',
      comment: 'The server sends what was built of the console; it never runs any of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/console/' },
      to: { path: '^src/console/' },
    },
    {
      name: 'adapters-without-database',
      comment: 'An adapter needs no row type: it takes what operations return.',
      severity: 'error',
      from: { path: '^src/(adapters|worker|console)/' },
      to: { path: databaseClient },
    },
    {
      name: 'tracing-by-its-adapter',
      comment: 'Only one adapter knows OpenTelemetry; all else speaks to src/platform/tracing/tracing.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/tracing/open-tracing\\.ts$' },
      to: { path: '(^|/)node_modules/@opentelemetry/' },
    },
    {
      name: 'tracing-when-asked-for',
      comment: 'Whoever is not traced does not pay for it: what sends traces is loaded by import() alone.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/platform/tracing/open-tracing\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'no-circular',
      comment:
        'Files that import each other, be it types only, can be read, tested and moved only together. Put what both need ' +
        'into a file below them.',
      severity: 'error',
      from: { pathNot: '^src/platform/prisma/generated/' },
      to: { circular: true },
    },
    {
      name: 'declared-packages-only',
      comment:
        'A package that package.json does not name, or only for development, is missing in production.',
      severity: 'error',
      // What the console is made of is built into it.
      from: { path: '^src/', pathNot: '^src/(tools|console)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'everything-resolves',
      comment:
        'An import that leads nowhere also hides from every rule above. What bench/competitors measures against is ' +
        'installed by the bench alone, in a folder of its own, so its imports lead somewhere only after a run.',
      severity: 'error',
      from: { pathNot: '^bench/competitors/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no API to parse with, so SWC reads the imports, those of types included.
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules|^src/platform/prisma/generated/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
