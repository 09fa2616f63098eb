// Risk: a page of somebody else that acts with a person's cookie (CSRF).
import { describe, expect, it } from 'vitest';
import { isTrustedOrigin, trustedOriginsOf } from '../../../src/platform/authentication/trusted-origins.ts';

describe('trusted origins', () => {
  it('are that of the base URL and those named besides', () => {
    expect(trustedOriginsOf('https://pim.example/path', ['https://console.example/'])).toEqual([
      'https://pim.example',
      'https://console.example',
    ]);
  });

  it('take all loopback names of a port for one', () => {
    expect(trustedOriginsOf('http://127.0.0.1:4000', [])).toEqual([
      'http://127.0.0.1:4000',
      'http://localhost:4000',
      'http://[::1]:4000',
    ]);
  });
});

describe('a request', () => {
  const trusted = ['https://pim.example'];
  it.each<[Record<string, string>, boolean]>([
    [{ origin: 'https://pim.example' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{}, false],
    [{ origin: 'null' }, false],
    [{ origin: 'https://pim.example.evil' }, false],
    [{ origin: 'http://pim.example' }, false],
    [{ origin: 'https://pim.example:8443' }, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
  ])('with %o is ours: %s', (headers, expected) => {
    expect(isTrustedOrigin(new Headers(headers), trusted)).toBe(expected);
  });
});
