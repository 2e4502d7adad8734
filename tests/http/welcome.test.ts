/**
 * Tests the first minutes of an account. Each person gets one bonus. The welcome mail is sent once, and only to the address of the account.
 * The number of new accounts is limited.
 */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { dynamo } from '#lambdas/store/dynamo.ts';
import { rateKey, subjectOfAddress } from '#lambdas/store/rates.ts';
import type { StoredMail } from '#local/aws/ses/mail.ts';
import type { ProfileResponse } from '#shared/auth/api.ts';
import { type Rate, rateLimits } from '#shared/rate-limits.ts';
import german from '../../locales/de/common.json' with { type: 'json' };
import { callFrom } from '../fixtures/call-from.ts';
import { setCallsLeftInWindow } from '../fixtures/limits.ts';
import { fetchWithRetries, retryOutages } from '../fixtures/retry-outages.ts';
import { batchRequest, type Refusal, type Seller, signIn } from '../fixtures/seller.ts';
import { type SharedCloud, sharedCloud } from '../fixtures/shared-cloud.ts';

let cloud: SharedCloud;
beforeAll(async () => {
  cloud = await sharedCloud();
});

const mailTo = async (email: string): Promise<StoredMail[]> => {
  const mails = (await (await fetch(`${cloud.origin}/_local/mail.json`)).json()) as StoredMail[];
  return mails.filter(({ to }) => to === email);
};
const requestMail = (seller: Seller, body: object = {}) => seller.call<{ sent: boolean }>('POST', '/api/auth/welcome-email', body);

describe('the welcome mail', () => {
  test('the welcome mail is sent once, even after several requests', async () => {
    const seller = await signIn(cloud.origin);
    expect(await mailTo(seller.email)).toEqual([]);
    const responses = await Promise.all(Array.from({ length: 5 }, () => requestMail(seller)));
    expect(responses.map(({ status, body }) => [status, body.sent]).sort()).toEqual([...Array(4).fill([200, false]), [200, true]]);
    expect((await requestMail(seller)).body).toEqual({ sent: false });
    const [mail, ...otherMails] = await mailTo(seller.email);
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({
      from: 'Vitrine <hello@vitrine.example>',
      subject: 'Welcome to Vitrine: $5 in free credits are yours',
      text: expect.stringContaining(`Make your first videos: ${cloud.origin}/batch-image-to-video`),
      html: expect.stringContaining(`href="${cloud.origin}/batch-image-to-video"`),
    });
  });

  test('the welcome mail is sent to the address of the account, and other addresses in the call are ignored', async () => {
    const seller = await signIn(cloud.origin);
    const victim = `${randomUUID()}@example.org`;
    expect((await requestMail(seller, { email: victim, name: 'You have won', to: victim })).body).toEqual({ sent: true });
    expect(await mailTo(victim)).toEqual([]);
    expect(await mailTo(seller.email)).toHaveLength(1);
    expect(JSON.stringify(await mailTo(seller.email))).not.toContain('You have won');
  });

  test('the welcome mail is in the language of the requesting page, and formats money for this language', async () => {
    const seller = await signIn(cloud.origin);
    expect((await requestMail(seller, { language: 'de' })).body).toEqual({ sent: true });
    const [mail] = await mailTo(seller.email);
    expect(mail?.subject).toBe(german.mail.welcome.subject.replace('{{bonus}}', '5\u00a0$'));
    expect(mail?.html).toContain('<html lang="de">');
    expect(mail?.text).toContain(german.mail.welcome.promise);
  });

  test('the welcome mail is in English if the language has no translation', async () => {
    const seller = await signIn(cloud.origin);
    expect((await requestMail(seller, { language: '__proto__' })).body).toEqual({ sent: true });
    expect((await mailTo(seller.email))[0]?.subject).toMatch(/^Welcome to Vitrine/);
  });

  test('the welcome mail shows the user’s name as text, not as HTML', async () => {
    const email = `${randomUUID()}@example.com`;
    await fetch(`${cloud.origin}/_local/token`, { method: 'POST', body: JSON.stringify({ email, name: '<img src=x> {{bonus}}' }) });
    const seller = await signIn(cloud.origin, email);
    await requestMail(seller);
    const [mail] = await mailTo(email);
    expect(mail?.html).toContain('Hi &lt;img src=x&gt; {{bonus}},');
    expect(mail?.text).toContain('Hi <img src=x> {{bonus}},');
  });

  test('the welcome mail is not sent without a token or before the account exists', async () => {
    const response = await fetchWithRetries(`${cloud.origin}/api/auth/welcome-email`, {
      method: 'POST',
      body: '{"email":"a@example.com"}',
    });
    expect(response.status).toBe(401);
    const { access_token } = (await (
      await fetch(`${cloud.origin}/_local/token`, { method: 'POST', body: JSON.stringify({ email: `${randomUUID()}@example.com` }) })
    ).json()) as { access_token: string };
    const earlyResponse = await fetchWithRetries(`${cloud.origin}/api/auth/welcome-email`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: '{}',
    });
    expect(await earlyResponse.json()).toEqual({ sent: false });
  });

  test('the welcome mail can be read on a page of the local cloud, and cannot run a script there', async () => {
    const seller = await signIn(cloud.origin);
    await requestMail(seller);
    const [mail] = await mailTo(seller.email);
    const list = await fetch(`${cloud.origin}/_local/mail`);
    expect(await list.text()).toContain(seller.email);
    const page = await fetch(`${cloud.origin}/_local/mail/${mail?.id}`);
    expect([page.headers.get('content-security-policy'), await page.text()]).toEqual([
      expect.stringContaining("default-src 'none'"),
      expect.stringContaining(`/_local/mail/${mail?.id}/html`),
    ]);
    const htmlResponse = await fetch(`${cloud.origin}/_local/mail/${mail?.id}/html`);
    expect([htmlResponse.headers.get('content-security-policy'), await htmlResponse.text()]).toEqual([
      expect.stringMatching(/sandbox/),
      mail?.html,
    ]);
    expect((await fetch(`${cloud.origin}/_local/mail/none`)).status).toBe(404);
  });
});

describe('the welcome bonus', () => {
  test('the welcome bonus is given once per person, even for different spellings of an address', async () => {
    const name = randomUUID().replaceAll('-', '');
    const first = await signIn(cloud.origin, `${name}@gmail.com`);
    expect(await first.profile()).toMatchObject({ credits: 5, available: 5, isNew: true });
    for (const spelling of [`${name}+shop@gmail.com`, `${name.slice(0, 9)}.${name.slice(9)}@googlemail.com`]) {
      const otherAccount = await signIn(cloud.origin, spelling);
      expect(await otherAccount.profile()).toMatchObject({ credits: 0, available: 0, isNew: false });
      expect(await otherAccount.transactions()).toEqual([]);
      expect((await requestMail(otherAccount)).body).toEqual({ sent: false });
    }
    expect(await first.transactions()).toMatchObject([{ id: 'bonus', amount: 5, type: 'bonus' }]);
  });

  test('the welcome bonus is given once if several first visits happen in parallel', async () => {
    const email = `${randomUUID()}@example.com`;
    const { access_token } = (await (
      await fetch(`${cloud.origin}/_local/token`, { method: 'POST', body: JSON.stringify({ email }) })
    ).json()) as { access_token: string };
    const visit = async () =>
      (await (
        await fetchWithRetries(`${cloud.origin}/api/profile`, { headers: { authorization: `Bearer ${access_token}` } })
      ).json()) as ProfileResponse;
    const profiles = await Promise.all(Array.from({ length: 4 }, visit));
    for (const profile of profiles) expect(profile).toMatchObject({ credits: 5, available: 5 });
  });
});

describe('a call above a rate limit', () => {
  const setUseCount = (subject: string, rate: Rate, times: number) => {
    const { TableName, Key } = rateKey(subject, rate, new Date());
    return dynamo().send(new PutCommand({ TableName, Item: { ...Key, used: times } }));
  };
  const newToken = async () => {
    const response = await fetch(`${cloud.origin}/_local/token`, {
      method: 'POST',
      body: JSON.stringify({ email: `${randomUUID()}@example.com` }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const rateError = (limit: number) => ({ code: 'TooManyRequests', data: { limit, retryAfterSeconds: expect.any(Number) } });
  const profileFrom = async (address: string, token: string, headers = {}) =>
    retryOutages('GET', '/api/profile', () =>
      callFrom<Refusal>(address, cloud.origin, { method: 'GET', path: '/api/profile', token, headers }),
    );

  test('new accounts above the rate limit of one IP address are refused, even with forged headers', async () => {
    const { address: limit } = rateLimits.newAccount;
    await setUseCount(subjectOfAddress('127.0.0.7'), 'newAccount', limit - 1);
    const existingToken = await newToken();
    expect((await profileFrom('127.0.0.7', existingToken)).status).toBe(200);
    for (const headers of [{}, { 'x-viewer-address': '198.51.100.1', 'x-forwarded-for': '198.51.100.1' }]) {
      const response = await profileFrom('127.0.0.7', await newToken(), headers);
      expect([response.status, response.body]).toEqual([429, expect.objectContaining(rateError(limit))]);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    // An existing account can be read from the same address, and a new account from another address is accepted.
    expect((await profileFrom('127.0.0.7', existingToken)).status).toBe(200);
    expect((await profileFrom('127.0.0.8', await newToken())).status).toBe(200);
  });

  test('parallel first reads of one user are not refused', async () => {
    const token = await newToken();
    const reads = await Promise.all(Array.from({ length: 10 }, () => profileFrom('127.0.0.9', token)));
    expect(reads.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  test('orders above the rate limit of one user are refused, and nothing is held for refused orders', async () => {
    const seller = await signIn(cloud.origin);
    const order = () => seller.call('POST', '/api/batches', batchRequest([{ uploadKey: 'none' }]));
    let limit = 0;
    // An order that fails because of an outage counts towards the limit. So after an outage, the whole step is repeated.
    const lastOrder = async () => {
      limit = await setCallsLeftInWindow(seller.userId, 'order', 1);
      return (await order()).status;
    };
    await expect.poll(lastOrder, { timeout: 20_000 }).toBe(404);
    const response = await order();
    expect([response.status, response.body]).toEqual([429, expect.objectContaining(rateError(limit))]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(rateLimits.order.windowSeconds);
    expect(await seller.call('POST', `/api/batches/${randomUUID()}/retry`, { batchId: randomUUID() })).toMatchObject({ status: 429 });
    expect(await seller.profile()).toMatchObject({ credits: 5, available: 5 });
  });
});
