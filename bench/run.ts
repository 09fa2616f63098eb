import { existsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureFirstQuery, seconds } from './first-query.ts';
import { makeFreshCheckout } from './fresh-checkout.ts';

/** A folder of Akeneo's CSV files; without it the import is not measured. */
const importFolder =
  process.env.CATALOGRAPH_ICECAT_DIR ?? fileURLToPath(new URL('../../shared/data/icecat', import.meta.url));

/** Counts the rows of all files, as the import's own table reports them. */
function countRows(report: string): number {
  const rows = [...report.matchAll(/^[a-z ]+? {2,}(\d+)(?: +\d+){5}$/gm)].map(([, count]) => Number(count));
  return rows.reduce((sum, count) => sum + count, 0);
}

async function main(): Promise<void> {
  const results: (readonly [string, string])[] = [];
  const checkout = await makeFreshCheckout();
  try {
    const { installSeconds, answerSeconds, server } = await measureFirstQuery(checkout);
    results.push(['npm ci', `${installSeconds.toFixed(1)} s`]);
    results.push(['first answered query after it', `${answerSeconds.toFixed(1)} s`]);
    try {
      if (existsSync(importFolder)) {
        for (const words of ['import of a folder, everything new', 'the same again, nothing to change']) {
          const began = performance.now();
          const report = await checkout.npm([
            'run',
            '--silent',
            'catalograph',
            '--',
            'import',
            'akeneo',
            importFolder,
          ]);
          const took = seconds(began, performance.now());
          const rows = countRows(report);
          results.push([words, `${rows} rows in ${took.toFixed(1)} s, ${Math.round(rows / took)} rows/s`]);
        }
      } else {
        results.push(['import', `not measured: there is no ${importFolder}`]);
      }
    } finally {
      await server.stop();
    }
  } finally {
    await checkout.remove();
  }
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const lines = results.map(([what, value]) => `| ${what} | ${value} |`);
  process.stdout.write(`${machine}\n\n| What | Measured |\n| --- | --- |\n${lines.join('\n')}\n`);
}

await main();
