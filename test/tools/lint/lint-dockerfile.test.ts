// Risk: an image runs as root, carries a secret or reports no health, and nobody sees it because nothing builds it here.
import { expect, test } from 'vitest';
import { findDockerfileErrors } from '../../../src/tools/lint/lint-dockerfile.ts';

const SOUND = [
  'FROM node:24-slim AS build',
  'RUN npm ci \\',
  '    && npm test',
  'FROM build',
  'USER node',
  'HEALTHCHECK CMD ["true"]',
  'CMD ["node"]',
];
const faultsWith = (change: (lines: string[]) => void) => {
  const lines = [...SOUND];
  change(lines);
  return findDockerfileErrors(`${lines.join('\n')}\n`);
};

test('finds nothing in a sound file', () => {
  expect(findDockerfileErrors(`${SOUND.join('\n')}\n`)).toEqual([]);
});

test('finds a base without version, root, a missing health check and secrets in layers', () => {
  expect(faultsWith((lines) => lines.splice(0, 1, 'FROM node AS build'))).toEqual([
    "line 1: 'node' names no version.",
  ]);
  expect(faultsWith((lines) => lines.splice(4, 1, 'USER root'))).toEqual([
    'The image runs as root; name another USER in the last stage.',
  ]);
  expect(faultsWith((lines) => lines.splice(4, 1))).toEqual([
    'The image runs as root; name another USER in the last stage.',
  ]);
  expect(faultsWith((lines) => lines.splice(5, 1))).toEqual(['The image has no HEALTHCHECK.']);
  expect(faultsWith((lines) => lines.splice(4, 0, 'ENV A=1 \\', '    DB_PASSWORD=x'))).toEqual([
    'line 5: a secret in ENV stays in the image; take it from the environment.',
  ]);
});

test('finds instructions that Docker does not know', () => {
  expect(faultsWith((lines) => lines.splice(6, 1, 'COMAND ["node"]'))).toEqual([
    'line 7: Unknown instruction: COMAND',
  ]);
});
