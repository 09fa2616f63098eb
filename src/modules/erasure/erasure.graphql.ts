import { builder } from '../../graphql/builder.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { JobPayload } from '../job/job.graphql.ts';
import { erasePersonalData } from './erase-personal-data.ts';

const ErasePersonalDataInput = builder.inputType('ErasePersonalDataInput', {
  description: 'The user or token whose personal data is erased.',
  fields: (t) => ({
    actor: t.id({
      required: true,
      description: 'Id of a current or former user (`usr_…`) or token (`tok_…`), as in `actor` of an event.',
    }),
    comments: t.boolean({
      required: true,
      defaultValue: true,
      description: 'If true, also removes the comments that it wrote.',
    }),
    dryRun: t.boolean({
      required: true,
      defaultValue: true,
      description: 'If true, the job is a dry run: it counts the rows and changes nothing.',
    }),
  }),
});

defineMutation(erasePersonalData, {
  description:
    'Starts a job that replaces the name of a user or token by `Erased user` in the history, the audit log and all other data of the organization, and removes its comments. Ids, sequence numbers and changes stay. This cannot be undone. The account of the user stays. By default the job is a dry run: it counts the rows and changes nothing. For signed-in owners.',
  payload: JobPayload,
  // The job is what can be tried.
  dryRun: false,
  args: builder.args((t) => ({
    input: t.field({ type: ErasePersonalDataInput, required: true, description: 'The user or token.' }),
  })),
  input: ({ input: { actor, comments, dryRun } }) => ({ actor: String(actor), comments, dryRun }),
  exposure: {
    rest: { method: 'POST', path: '/personal-data/erase', status: 202, location: '/import-export/jobs/{id}' },
  },
});
