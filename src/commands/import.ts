import { openMediaStorage } from '../app.ts';
import type { Config } from '../config.ts';
import { type AkeneoImportRequest, importAkeneo } from '../doors/command-line/import-akeneo.ts';
import { newId } from '../platform/new-id.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import { chooseOrganization, withCatalogue } from './with-catalogue.ts';

/** A chunk of an import is more work than a request may make. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** `import akeneo`: imports a folder into one organization. */
export async function importFromAkeneo(
  config: Config,
  request: Omit<AkeneoImportRequest, 'files'> & { readonly organization?: string },
): Promise<void> {
  await withCatalogue({ ...config, statementTimeoutMs: STATEMENT_TIMEOUT_MS }, async (catalogue) => {
    const { id } = await chooseOrganization(catalogue, request.organization);
    const session = systemSession(id, { door: 'import', requestId: newId() });
    const files = { storage: await openMediaStorage(config), maximumBytes: config.uploadLimitBytes };
    await importAkeneo(catalogue.runner, session, { ...request, files });
  });
}
