import { JOB_TYPES, jobTypeLabel } from '../../../catalogue/jobs/job-documents.ts';
import { sentenceCase } from '../../../i18n/sentence-case.ts';
import { t, translateLabel } from '../../../i18n/translate.ts';
import type { AuditEntry } from './audit-documents.ts';

interface Parts {
  readonly who: string;
  /** Name of the object. */
  readonly name: string;
  /** Role that a member has after the change. */
  readonly role: string;
}

/** Sentences by the kind of the entry. */
const SENTENCES: Readonly<Record<string, (parts: Parts) => string>> = {
  'session.signed_in': ({ who }) => t('{who} signed in', { who }),
  'session.sign_in_failed': ({ who }) => t('A sign-in as {who} failed', { who }),
  'session.signed_out': ({ who }) => t('{who} signed out', { who }),
  'password.changed': ({ who }) => t('{who} changed the password', { who }),
  'token.created': ({ who, name }) => t('{who} created the token {name}', { who, name }),
  'token.rotated': ({ who, name }) => t('{who} rotated the token {name}', { who, name }),
  'token.revoked': ({ who, name }) => t('{who} revoked the token {name}', { who, name }),
  'storefront_key.created': ({ who, name }) => t('{who} created the key {name}', { who, name }),
  'storefront_key.rotated': ({ who, name }) => t('{who} rotated the key {name}', { who, name }),
  'storefront_key.revoked': ({ who, name }) => t('{who} revoked the key {name}', { who, name }),
  'member.added': ({ who, name, role }) => t('{who} added {name} with the role {role}', { who, name, role }),
  'member.role_changed': ({ who, name, role }) => t('{who} gave {name} the role {role}', { who, name, role }),
  'member.removed': ({ who, name }) => t('{who} removed {name} from the members', { who, name }),
  'job.cancelled': ({ who, name }) => t('{who} cancelled a job: {name}', { who, name }),
  'job.retried': ({ who, name }) => t('{who} retried a job: {name}', { who, name }),
  'job.adopted': ({ who, name }) => t('{who} took over a job: {name}', { who, name }),
  'webhook.created': ({ who, name }) => t('{who} created the webhook {name}', { who, name }),
  'webhook.updated': ({ who, name }) => t('{who} changed the webhook {name}', { who, name }),
  'webhook.deleted': ({ who, name }) => t('{who} deleted the webhook {name}', { who, name }),
  'webhook.secret_rotated': ({ who, name }) =>
    t('{who} rotated the secret of the webhook {name}', { who, name }),
  'webhook.replayed': ({ who, name }) => t('{who} replayed events to the webhook {name}', { who, name }),
  'webhook.failing': ({ name }) => t('Deliveries to the webhook {name} began to fail', { name }),
  'webhook.recovered': ({ name }) => t('Deliveries to the webhook {name} succeed again', { name }),
  'webhook.paused': ({ name }) => t('The webhook {name} was paused', { name }),
  'webhook.disabled': ({ name }) => t('The webhook {name} was disabled', { name }),
  'scope.refused': ({ who }) => t('A request of {who} was denied', { who }),
  'personal_data.erasure_requested': ({ who }) => t('{who} requested an erasure of personal data', { who }),
  'import.completed': ({ who, name }) => t('{who} ran an import: {name}', { who, name }),
  'import.failed': ({ who, name }) => t('An import of {who} failed: {name}', { who, name }),
  'export.completed': ({ who, name }) => t('{who} ran an export: {name}', { who, name }),
  'export.failed': ({ who, name }) => t('An export of {who} failed: {name}', { who, name }),
  'revert.completed': ({ who }) => t('{who} undid changes', { who }),
  'revert.failed': ({ who }) => t('An undo of {who} failed', { who }),
};

/** Returns the name of the object of an entry; people whose name is not stored were members once. */
function objectName({ object, kind }: AuditEntry): string {
  if (object === null) return '';
  const label = object.label ?? '';
  if (kind.startsWith('job.')) {
    const type = JOB_TYPES.find((one) => one === label.toUpperCase());
    return type === undefined ? label : jobTypeLabel(type);
  }
  if (label !== '') return label;
  return object.type === 'user' ? t('a former member') : object.type === 'job' ? t('a file') : object.id;
}

/** Returns an entry as a sentence: who did what. */
export function auditSentence(entry: AuditEntry): string {
  const role = entry.changes.find(({ path }) => path === 'role')?.new;
  return (
    SENTENCES[entry.kind]?.({
      who: entry.actor.name,
      name: objectName(entry),
      role: typeof role === 'string' ? translateLabel(sentenceCase(role)) : '',
    }) ?? entry.kind
  );
}
