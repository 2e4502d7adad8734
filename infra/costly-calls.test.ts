/** Each route of the template needs an entry for its costs and limits (shared/call-limits.ts). docs/security.md lists these entries. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CallLimit, callLimits } from '#shared/call-limits.ts';
import { dailyLimits, vendorWorkLimits } from '#shared/daily-limits.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { rateLimits } from '#shared/rate-limits.ts';
import { defaultSynthesis } from '#tests/fixtures/synthesized.ts';

const limits: Record<string, CallLimit> = callLimits;
const names = Object.keys(limits) as EndpointName[];
const routeOf = (name: EndpointName): string => `${endpoints[name].method} ${endpoints[name].path}`;

test('every route of the API has a decision about its costs and limits, and every decision has a route', () => {
  const { all: resourcesOf } = defaultSynthesis();
  const routes = resourcesOf('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey as string);
  expect(routes.sort()).toEqual(names.map(routeOf).sort());
});

const dollars = (mils: number): string =>
  (mils / 1000).toLocaleString('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' });
const gigabytes = (bytes: number): string => `${bytes / 1024 ** 3} GB`;

type Daily = Extract<CallLimit, { daily: unknown }>['daily'][number];
function dailyText(name: Daily): string {
  if (name === 'vendorWork') return `work ${dollars(vendorWorkLimits.neverPaid)} / ${dollars(vendorWorkLimits.paid)}`;
  if (name === 'cancelledWork') return `cancelled work ${dollars(vendorWorkLimits.cancelled)}`;
  const { neverPaid, paid } = dailyLimits[name];
  return name === 'uploadBytes' ? `${gigabytes(neverPaid)} / ${gigabytes(paid)}` : `${name} ${neverPaid} / ${paid}`;
}

function rowOf(name: EndpointName): string {
  const limit = limits[name] as CallLimit;
  const cells =
    'none' in limit
      ? [limit.none, '–']
      : [`${limit.rate} ${rateText(limit)}`, 'daily' in limit ? limit.daily.map(dailyText).join(', ') : '–'];
  return `| ${[`\`${routeOf(name)}\``, limit.costs.join(', '), ...cells].join(' | ')} |`;
}

function rateText(limit: Extract<CallLimit, { rate: unknown }>): string {
  const { user, address, windowSeconds } = rateLimits[limit.rate];
  return `${user} / ${address} per ${windowSeconds === 60 ? 'minute' : 'hour'}`;
}

test('docs/security.md lists every call that costs money, and the limits of the call', () => {
  const document = readFileSync('docs/security.md', 'utf8');
  const [, section = ''] = document.split('## Calls with costs');
  const rows = section
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/ +/g, ' '));
  expect(rows).toEqual(names.filter((name) => limits[name]?.costs.length).map(rowOf));
});

test('every call that costs money and needs an account has a limit per user, per address and per day', () => {
  const otherLimits = names.filter(
    (name) => endpoints[name].caller === 'user' && limits[name]?.costs.length && !('daily' in (limits[name] as CallLimit)),
  );
  // These two calls happen once per account. The number of new accounts is limited per person and per address.
  expect(otherLimits).toEqual(['getProfile', 'sendWelcomeMail']);
});
