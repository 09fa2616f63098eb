// Prints the counts of vitest's JSON reports as one plain line; exits 1 when a test failed, or none ran of a report.
import { readFileSync } from 'node:fs';

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  }
}

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const path of process.argv.slice(2)) {
  const report = readReport(path);
  // A file that does not even load has no tests to fail; it counts as one.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  counts.passed += report.numPassedTests;
  counts.failed += failed === 0 && report.numPassedTests === 0 ? 1 : failed;
  counts.skipped += report.numPendingTests + report.numTodoTests;
}

process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exitCode = counts.failed === 0 ? 0 : 1;
