// Prints the counts of vitest's JSON report as one plain line; exits 1 when a test failed or none ran.
import { readFileSync } from 'node:fs';

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  }
}

const report = readReport(process.argv[2]);
// A file that does not even load has no tests to fail; it counts as one.
const brokenFiles = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
).length;
const skipped = report.numPendingTests + report.numTodoTests;
let failed = report.numFailedTests + brokenFiles;
if (failed === 0 && report.numPassedTests === 0) failed = 1;

process.stdout.write(`${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
