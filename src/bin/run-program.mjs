// What `npm run catalograph` does: makes what is generated, when it is missing or old, then runs the command.
import { build } from '../tools/build.ts';

await build();
await import('../main.ts');
