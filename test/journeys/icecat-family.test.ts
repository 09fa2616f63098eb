// Risk: what a file says of a model cannot be entered in the console, or becomes something else there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMediaStorage } from '../../src/app.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';
import { buildFamily } from './build-family.ts';
import { describeFamily, differencesOf, digestOf } from './describe-family.ts';
import { folder, importWithoutProducts, isThere } from './icecat.ts';

/** The walks run on demand. */
const isAsked = Number(process.env.ICECAT_FAMILY ?? 0) > 0;

/** Files of what a family refers to; both organizations begin with it. */
const SETTINGS = ['locales.csv', 'currencies.csv', 'categories.csv', 'channels.csv', 'attribute_groups.csv'];

describe.skipIf(browserPath === null || !isThere || !isAsked)(
  'a family of icecat built by hand is the imported one',
  () => {
    let desk: ServedConsole;
    let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
    let importedToken: string;
    beforeAll(async () => {
      desk = await serveConsole();
      // Somebody who signs in later chooses between the organizations.
      state = await desk.ownerState();
      const { runner } = desk.catalogue;
      const storage = await openMediaStorage(desk.config);
      const importInto = (organizationId: string, files?: readonly string[]) => {
        const session = systemSession(organizationId, { door: 'import', requestId: 'import' });
        return importWithoutProducts({ runner, session, storage }, files);
      };
      await importInto(desk.organizationId, SETTINGS);
      const { organizationId } = await desk.openSecondOrganization('Imported');
      await importInto(organizationId);
      importedToken = await desk.mint(undefined, organizationId);
    }, 240_000);
    afterAll(() => desk?.close());

    const describeIn = (token: string, code: string) =>
      describeFamily(async (document) => {
        const { data, errors } = await desk.graphql(document, { as: token });
        expect(errors).toEqual([]);
        return data ?? {};
      }, code);

    test.each([
      { name: 'T-shirts', code: 'tshirts', steps: 73 },
      { name: 'LED TVs with a variant layout', code: 'led_tvs', after: 'tshirts', steps: 51 },
    ])(
      '$name, in $steps steps',
      async ({ code, after, steps }) => {
        await using window = await desk.openPage({
          storageState: state,
          locale: 'en-US',
          viewport: { width: 1440, height: 900 },
        });
        const { page, complaints } = window;
        page.setDefaultTimeout(60_000);
        const counted = countInteractions(page);
        await page.goto('/');
        await buildFamily(page, counted, folder, { code, after });
        const built = await describeIn(desk.token, code);
        const imported = await describeIn(importedToken, code);
        expect(imported).toMatchObject({ code });
        expect(differencesOf(built, imported)).toEqual([]);
        expect(digestOf(built)).toBe(digestOf(imported));
        expect(counted.count()).toBe(steps);
        expect(complaints).toEqual([]);
      },
      240_000,
    );
  },
);
