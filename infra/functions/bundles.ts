/** Lists the bundles of the API that contain the SDK of a vendor. All other bundles must be small, so that cold starts are fast. */
import { calls } from './calls.ts';
import { bundleOf } from './spec.ts';

/** Packages that can make a bundle large: the SDKs of vendors, and the package for video (the interface of FFmpeg). */
const largePackages = ['@fal-ai/client', '@google/genai', 'node-av', 'openai', 'stripe'];

/**
 * Maximum size of an API bundle without a large package, in bytes. The bundle of a function that only writes one DynamoDB item has about
 * 250 kB.
 */
export const apiBundleBytesMax = 500_000;

type ApiBundle = { name: string; bytes: number; sdks: string[] };

/** @param bundles size and packages of each bundle, by its name */
export function apiBundles(bundles: Record<string, { bytes: number; packages: string[] }>): ApiBundle[] {
  return [...new Set(Object.values(calls).map(({ entry }) => bundleOf(entry)))].map((name) => {
    const bundle = bundles[name];
    if (!bundle) throw new Error(`There is no bundle ${name}: run 'npm run build' first`);
    return { name, bytes: bundle.bytes, sdks: bundle.packages.filter((one) => largePackages.includes(one)) };
  });
}
