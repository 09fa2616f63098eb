import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installOnDemand } from '../on-demand.ts';

// Checks docker-compose.yml with a linter that nothing else needs.
const linter = join(await installOnDemand('dclint'), 'dclint', 'bin', 'dclint.cjs');
const parameters = [linter, 'docker-compose.yml', '--max-warnings', '0'];
process.exitCode = spawnSync(process.execPath, parameters, { stdio: 'inherit' }).status ?? 1;
