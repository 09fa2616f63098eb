// Risk: style sheets keep rules that no element has, elements keep classes without a rule, and the sheets grow again.
import { expect, test } from 'vitest';
import { findStyleErrors } from '../../../src/tools/lint/lint-styles.ts';

const sheet = (text: string) => [{ path: 'page.css', text }];
const component = (text: string) => [{ path: 'page.tsx', text }];

test('finds a rule for a class that no element has, and nothing in comments and values', () => {
  const rules = [
    '/* .gone */',
    '.bar,',
    '.row > .lucide {',
    '  content: ".no";',
    '  &.absent,',
    '  .mantine-Paper-root & {',
    '  }',
    '}',
    '',
  ].join('\n');
  const elements = '<p className={isOpen ? \'bar\' : undefined}>absent</p>; <p className="quiet row" />';
  expect(findStyleErrors(sheet(`${rules}.quiet {}\n`), component(elements))).toEqual([
    'page.css: no element has the class absent.',
  ]);
});

test('finds a class without a rule, unless a script or a test finds an element by it', () => {
  const elements = '<p className="first second third" />; document.querySelector(\'.first p\')';
  const tests = [{ path: 'page.test.ts', text: "page.locator('main .second')" }];
  expect(findStyleErrors(sheet(''), component(elements), tests)).toEqual([
    'page.tsx: no rule and no selector names the class third.',
  ]);
});

test('finds too many lines in all sheets together', () => {
  const sheets = [...sheet('p {\n}\n'), ...sheet('a {\n}\n')];
  expect(findStyleErrors(sheets, [], [], 4)).toEqual([]);
  expect(findStyleErrors(sheets, [], [], 3)).toEqual([
    'The style sheets have 4 lines, more than 3: use style props.',
  ]);
});
