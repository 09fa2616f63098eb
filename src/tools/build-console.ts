import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder, builtFolder, stampOf } from './build-folder.ts';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const sourceDir = join(rootDir, 'src', 'console');

/** Base path from which the pages load their scripts and styles. */
const BASE = '/console/';

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly isEntry: boolean;
    readonly code: string | null;
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

/**
 * Part of the component library that the shell has. The library's index imports all of it, so the imports do not show
 * it.
 */
const LIBRARY = /\/@mantine\/core\//;
const IN_SHELL =
  /\/esm\/(core|components\/(Alert|Anchor|Button|Checkbox|CloseButton|Group|InlineInput|Input|InputBase|Loader|NativeSelect|Paper|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden))\//;

/** Parts of our own that nearly every page has. */
const ON_MOST_PAGES =
  /\/console\/(api\/use-list|catalogue\/(jobs\/job-(documents|title)|search\/sort|values\/(cell-value|parse-))|ui\/(code|data-table|date-time|lazy-component|messages\/next-page|row-action|status-badge|thumbnail\/(?!attribute-set-icon)|use-mutation-with-toast))/;

/** Modules of fields with a list that drops down, forms and dialogs, and of the parts that they alone need. */
const FIELDS =
  /\/@mantine\/(form|dropzone)\/|\/@mantine\/core\/esm\/(components\/(Autocomplete|Combobox|Floating\w*|FocusTrap|Modal\w*|MultiSelect|NumberInput|Overlay|Pill\w*|Popover|Portal|Radio|ScrollArea|SegmentedControl|Select|TagsInput|Textarea)\/|utils\/Floating)|\/@floating-ui\/|\/react-(number-format|remove-scroll|style-singleton)|\/use-sidecar\/|\/console\/ui\/modal/;

/** The field for passwords, of the sign-in and the account. */
const PASSWORD = /\/@mantine\/core\/esm\/components\/(ActionIcon|PasswordInput)\//;

/** Modules for the progress and results of a job, with the client of its live messages. */
const JOBS =
  /\/console\/(pages\/jobs\/|catalogue\/(actions\/change-products|changes\/attribute-labels|jobs\/(?!chang|pending-import)))|\/graphql-sse\//;

/** Pages that few people open. */
const SETTINGS = /\/console\/(pages\/settings\/|catalogue\/storefronts\/)/;

/** Modules that the parts of one page or dialog share, and that other pages, such as the first one, do not need. */
const OWN = {
  // Groups below take these along unless they stand first.
  sections: /\/console\/ui\/layout\/page-tabs|\/@mantine\/core\/esm\/components\/Tabs\//,
  // Few pages have switches, or tiles in columns.
  switches: /\/@mantine\/core\/esm\/components\/Switch\//,
  tiles: /\/@mantine\/core\/esm\/components\/SimpleGrid\//,
  order: /\/console\/ui\/order\//,
  // The grid loads reviews later.
  reviews: /\/console\/catalogue\/model\/changes\/review/,
  // Pages load it once they are shown.
  shortcuts: /\/console\/ui\/shortcuts\//,
  // The grid and the sheets of other pages share it.
  sheet: /\/console\/ui\/sheet\//,
  start: /\/console\/pages\/home\/start\//,
  // Not by the page of a product until a panel opens.
  properties: /\/console\/catalogue\/properties\/product-/,
  grid: /\/console\/(pages\/products\/grid\/(?!products-page|product-grid|product-list|export\/)|catalogue\/(grid\/(?!edits\/(staging-bar|review|visibility|format-cell|unique)|filter\/(?!filter-button)|columns\/column-picker\.)|actions\/(use-)?row-selection|search\/(?!condition-label|filter-options)|columns\/(?!group-|order-)))/,
  // Pages of settings share these.
  settings: /\/console\/pages\/settings\/[^/]+\.tsx$/,
  // Pages of the model share these.
  model:
    /\/console\/(catalogue\/(model\/(?!fields\/(any-choices|browser-target|usual-codes)|changes\/review|history\/|work-page\/|attributes\/(?!attribute-types)|paste\/)|undo\/make-change)|ui\/form\/tick-column|pages\/model\/)|\/lucide-react\/.*\/(banknote|barcode|box(es)?|calendar-clock|circle-dot|hash|image|list-checks|pilcrow|ruler|text-align-start|toggle-left|type)\./,
  // Not by the pages of the model; the first page chooses locales and currencies, too.
  channels:
    /\/console\/(catalogue\/model\/fields\/(any-choices|browser-target|usual-codes)|pages\/channels\/(?!conversion\/(conversion-units-editor|measured)|next-steps|code-picker))/,
  // Modules that present changes, in the history of a product and on the page of a job.
  changes: /\/console\/catalogue\/(changes\/(?!attribute)|jobs\/chang|form\/field\/conflict)/,
  // Modules that only filters and dialogs of the grid share: not before it is shown.
  dialogs:
    /\/console\/(catalogue\/(search\/(condition-label|filter-options)|columns\/(group-|order-)|grid\/(edits\/(staging-bar|review|visibility|format-cell)|filter\/(?!filter-button)|columns\/column-picker\.))|pages\/products\/grid\/export\/)/,
  // Pages with a history of the model, or with the undo of a job, share these.
  history: /\/console\/catalogue\/(model\/history\/(?!undo-change-form)|undo\/undo-form)/,
  // The dialog of these pages, and the page, share their documents and choices.
  attributes: /\/console\/pages\/attributes\//,
  // Two pages of the model show how many products have a value.
  fill: /\/console\/(catalogue\/model\/attributes\/attribute-fill|ui\/fill-bar)/,
  // Merges of options and removals of values are confirmed alike.
  valueChanges:
    /\/console\/(catalogue\/actions\/(value-change|merge-form)|pages\/entities\/merge\/merge-(documents|entities))/,
  // Attribute sets and entity types have matrices.
  matrix: /\/console\/(ui\/matrix\/|catalogue\/model\/attributes\/requirements)/,
  // Pages of attributes and of attribute sets create attributes.
  attributePlans: /\/console\/catalogue\/model\/attributes\/(?!attribute-(types|fill))/,
  paste: /\/console\/catalogue\/model\/paste\//,
  // Pages of attribute sets and of options.
  workPage: /\/console\/catalogue\/model\/work-page\//,
  sets: /\/console\/pages\/attribute-sets\//,
  options: /\/console\/pages\/options\//,
  // The grid and the page of a product share it.
  source: /\/console\/catalogue\/(products\/product-source|values\/last-author)/,
  // The sheet of labels, and that of alternative texts.
  labelSheet: /\/console\/catalogue\/labels\/(?!label-bar|review-labels|export-labels)/,
  labels: /\/console\/pages\/labels\/label-/,
  categories: /\/console\/(pages\/categories|ui\/tree)\//,
  // Imports and the media library share it.
  upload: /\/console\/api\/upload/,
  media:
    /\/console\/(pages\/media\/|api\/request-each)|\/lucide-react\/.*\/(circle-play|file|file-type|layout-grid)\./,
  imports: /\/console\/(pages\/imports\/|catalogue\/jobs\/pending-import)/,
  // The forms of products and entities share it.
  form: /\/console\/catalogue\/form\/(?!field\/conflict|save-(bar|review|button)|recovered|channel-locale)/,
  // Parts of these forms that appear with what is typed.
  draft: /\/console\/catalogue\/form\/(save-(bar|review|button)|recovered|channel-locale)/,
  product:
    /\/console\/(catalogue\/(actions\/confirm-(?!publication)|fields\/|live\/)|pages\/(product\/(comments\/|form\/form-documents|header\/|links\/|live\/(?!family-visibility|publish-warning-list)|panels\/|variants\/)))/,
  schedules: /\/console\/pages\/schedules\//,
  entityTypes: /\/console\/pages\/entity-types\//,
  entities: /\/console\/pages\/entities\/[^/]+$/,
  entity: /\/console\/pages\/entities\/entity\//,
  // The grid and the page of a product list what products lack when they are published.
  publication:
    /\/console\/(catalogue\/actions\/(confirm-publication|gap-|missing-columns|rejection-report)|pages\/product\/live\/(family-visibility|publish-warning-list))/,
};

/** Matches the import of one of them by a source of the console. */
const IMPORT_OF_FIELDS =
  /import\s*\{[^}]*\b(Autocomplete|Combobox|Dropzone|Modal|MultiSelect|NumberInput|Pill|PillGroup|Radio|ScrollArea|SegmentedControl|Select|TagsInput|Textarea|useForm)\b[^}]*\}\s*from\s*["']@mantine\//;

/**
 * Returns a test for modules that are needed before the first page is: the entry imports them, perhaps through
 * others.
 */
function createShellTest(): (id: string, graph: ModuleGraph) => boolean {
  const resultsById = new Map<string, boolean>();
  return function isInShell(id, graph): boolean {
    const cachedResult = resultsById.get(id);
    if (cachedResult !== undefined) return cachedResult;
    if (LIBRARY.test(id)) return IN_SHELL.test(id);
    if (ON_MOST_PAGES.test(id)) return true;
    // Modules that import each other: the others decide.
    resultsById.set(id, false);
    const info = graph.getModuleInfo(id);
    const isShellModule =
      info?.isEntry === true || (info?.importers ?? []).some((other) => isInShell(other, graph));
    if (isShellModule) resultsById.set(id, true);
    else resultsById.delete(id);
    return isShellModule;
  };
}

/** Returns a test for sources of the console that need fields as soon as they are loaded. */
function createFieldsTest(): (id: string, graph: ModuleGraph) => boolean {
  const resultsById = new Map<string, boolean>();
  return function needsFields(id, graph): boolean {
    const cachedResult = resultsById.get(id);
    if (cachedResult !== undefined) return cachedResult;
    resultsById.set(id, false);
    const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] };
    const hasFields =
      IMPORT_OF_FIELDS.test(code ?? '') ||
      importedIds.some((imported) => imported.startsWith(sourceDir) && needsFields(imported, graph));
    resultsById.set(id, hasFields);
    return hasFields;
  };
}

/**
 * Groups scripts by the pages that use them, so that a page is few requests: by all pages, for fields and dialogs, by
 * several pages, by one. Scripts that several pages share without fields do not load them. A script takes along its
 * imports, unless one of higher priority has them.
 */
function groupsOfScripts() {
  const isInShell = createShellTest();
  const needsFields = createFieldsTest();
  return [
    {
      name: (id: string, graph: ModuleGraph) => (isInShell(id, graph) ? 'shell' : null),
      debugName: 'shell',
      priority: 3,
    },
    { name: 'fields', test: FIELDS, priority: 2 },
    { name: 'password', test: PASSWORD, minShareCount: 2, priority: 1.8 },
    {
      name: (id: string, graph: ModuleGraph) => (JOBS.test(id) && !needsFields(id, graph) ? 'jobs' : null),
      debugName: 'jobs',
      minShareCount: 2,
      priority: 1.5,
    },
    {
      name: (id: string, graph: ModuleGraph) =>
        [SETTINGS, ...Object.values(OWN)].some((own) => own.test(id)) || needsFields(id, graph)
          ? null
          : 'shared',
      debugName: 'shared',
      minShareCount: 2,
      priority: 1,
    },
    ...Object.entries(OWN).map(([name, own], index) => ({
      name: (id: string, graph: ModuleGraph) => (own.test(id) && !needsFields(id, graph) ? name : null),
      debugName: name,
      minShareCount: 2,
      // A group does not take modules along that an earlier group has.
      priority: 0.9 - index / 100,
    })),
  ];
}

/** Builds the browser's part of the console into `dist/console`, see {@link buildFolder}. */
export function buildConsole(): Promise<boolean> {
  return buildFolder(builtFolder('console'), sourceStamp(), async (workDir) => {
    const vite = await import('vite');
    await vite.build({
      root: sourceDir,
      base: BASE,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      // Tests build, too, where NODE_ENV is different.
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { development: false } },
      build: {
        outDir: workDir,
        target: 'es2022',
        manifest: 'manifest.json',
        // One sheet for all pages: it is fetched once, and no page appears before its styles.
        cssCodeSplit: false,
        // The policy of the pages allows no `data:` fonts or scripts; small files are files, too.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 900,
        emptyOutDir: false,
        rollupOptions: {
          input: join(sourceDir, 'main.tsx'),
          output: { codeSplitting: { groups: groupsOfScripts() } },
          onLog(level, log, tell) {
            // Libraries mark what may run on servers; nothing of it does here.
            if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
          },
        },
      },
    });
  });
}

function sourceStamp(): string {
  const names = readdirSync(sourceDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css|svg|json)$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
  // Pinned versions: another library is another build.
  const others = ['package.json', 'src/tools/build-console.ts'];
  return stampOf(rootDir, [...names.map((name) => join('src/console', name)), ...others]);
}
