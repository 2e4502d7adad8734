/** Tests the bundles of the last build. A function with a large bundle has a slow cold start. */
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import type { VendorName } from '#shared/vendors.ts';
import { readBundles } from '#tools/build/bundle.ts';
import { apiBundleBytesMax, apiBundles } from './bundles.ts';
import { calls } from './calls.ts';
import { bundleOf, type FunctionSpec } from './spec.ts';

const bundles = new Map(apiBundles(readBundles('.')).map((bundle) => [bundle.name, bundle]));
const names = Object.keys(endpoints) as EndpointName[];

/** The vendor of each SDK. A function with this SDK must be allowed to read the key of the vendor. */
const vendorOf: Record<string, VendorName> = { '@google/genai': 'gemini', openai: 'openai', stripe: 'stripe' };

const noBundle = { bytes: Number.NaN, sdks: [] as string[] };

describe.each(names)('the bundle of %s', (name) => {
  const { bytes, sdks } = bundles.get(bundleOf(calls[name].entry)) ?? noBundle;
  const { grants, layers = [] }: FunctionSpec = calls[name];
  const { vendorKeys = [] } = grants;

  test.runIf(sdks.length === 0)('the bundle contains no SDK and is small', () => {
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(apiBundleBytesMax);
  });

  test.runIf(sdks.length > 0)('the bundle contains only the packages that its function uses', () => {
    const missingKeys = sdks.filter((sdk) => sdk in vendorOf && !vendorKeys.includes(vendorOf[sdk] as VendorName));
    expect(missingKeys).toEqual([]);
    if (sdks.includes('node-av')) expect(layers.includes('node-av')).toBe(true);
  });
});

test('the check finds a larger bundle without an SDK, and reports a missing bundle', () => {
  expect(() => apiBundles({})).toThrow('There is no bundle');
  const large = { bytes: apiBundleBytesMax + 1, packages: ['zod'] };
  const all = Object.fromEntries(Object.values(calls).map(({ entry }) => [bundleOf(entry), large]));
  expect(apiBundles(all).filter(({ bytes, sdks }) => sdks.length === 0 && bytes > apiBundleBytesMax)).toHaveLength(bundles.size);
});
