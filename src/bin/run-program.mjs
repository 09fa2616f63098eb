// What `npm run catalograph` does: makes what is generated, when it is missing or old, then runs the command.
import { buildConsole } from '../tools/build-console.ts';
import { generateClient } from '../tools/generate-client.ts';

await generateClient();
await buildConsole();
await import('../main.ts');
