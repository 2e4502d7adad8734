/**
 * Tests the top-up dialog and the payment pages (docs/spec.md 13.2, 13.5, 13.6). Payments succeed, are declined, are cancelled or are
 * delayed. Orders continue after a payment.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createBuyer } from '../fixtures/buyer.ts';
import { clipResponse, type TestCloud } from '../fixtures/cloud.ts';
import { readAnnouncements, recordAnnouncements } from '../fixtures/live-region-log.ts';
import { addPhotos, balance, card, expect, openAsSeller, signInAs, test, writePrompt } from '../fixtures/page.ts';

const add = (page: Page) => page.getByRole('button', { name: 'Add credits', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add credits' });
const pay = (page: Page) => dialog(page).getByRole('button', { name: /^Pay/ });

/**
 * Stops the countdown of the success page until the test starts it. Otherwise, the page could redirect before a check on a slow machine.
 */
const stopCountdown = (page: Page) =>
  page.addInitScript(() => {
    const originalSetInterval = window.setInterval.bind(window);
    const controlledSetInterval = (run: () => void, ms: number) =>
      originalSetInterval(() => (ms !== 1_000 || window.sessionStorage.getItem('seconds pass')) && run(), ms);
    Object.assign(window, { setInterval: controlledSetInterval });
  });
const startCountdown = (page: Page) => page.evaluate(() => window.sessionStorage.setItem('seconds pass', 'yes'));

async function start(page: Page, path = '/'): Promise<string> {
  await stopCountdown(page);
  const email = `pay-${randomUUID()}@example.com`;
  await openAsSeller(page, path, email);
  await expect(balance(page)).toContainText('$5.00');
  return email;
}

async function openPaymentPage(page: Page): Promise<void> {
  await add(page).click();
  await pay(page).click();
  await expect(page.getByRole('heading', { name: /^\$/ })).toBeVisible();
}

const clickButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function expectCredited(page: Page, amount: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('session_id') ?? '';
  await expect(page.getByRole('main')).toContainText(amount);
  await expect(page.getByRole('main')).toContainText(id.slice(-8));
  await expect(page.getByRole('main')).toContainText('5 seconds');
}

test('a seller buys $50 of credits for $45, sees the confirmation, and is redirected with the new balance', { tag: '@journey' }, async ({
  page,
}) => {
  await recordAnnouncements(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Login' }).first()).toBeVisible();
  await expect(add(page)).toHaveCount(0);
  await start(page);
  await add(page).click();
  await expect(dialog(page).getByRole('radio', { name: /^\$50\.00 credits/ })).toBeChecked();
  await expect(dialog(page)).toContainText('$45.00');
  await expect(dialog(page)).toContainText('25 videos or 1,000 images');
  await expect(dialog(page)).toContainText('$5.00 + $50.00 = $55.00');
  await expect(pay(page)).toHaveText('Pay $45.00');
  await dialog(page)
    .getByRole('radio', { name: /^\$10\.00 credits/ })
    .check();
  await expect(pay(page)).toHaveText('Pay $10.00');
  await expect(dialog(page)).toContainText('$5.00 + $10.00 = $15.00');
  await dialog(page)
    .getByRole('radio', { name: /^\$50\.00 credits/ })
    .check();
  await pay(page).click();

  await expect(page.getByRole('heading', { name: '$45.00' })).toBeVisible();
  await clickButton(page, 'Pay $45.00');
  await page.waitForURL(/\/payment\/success\?session_id=cs_test_\w+&amount=50&priceId=pkg_50$/);
  await expectCredited(page, '$50.00');
  await expect.poll(() => readAnnouncements(page)).toContain('Payment Successful!Credits added $50.00Taking you back in 5 seconds');
  await expect(page).toHaveTitle('Payment Successful! · Vitrine');
  // The page redirects automatically after five seconds, and removes the query parameter that reloads the balance.
  await startCountdown(page);
  await page.waitForURL('/');
  await expect(balance(page)).toContainText('$55.00');
  await expect(dialog(page)).toHaveCount(0);
});

test('on the price page, a visitor signs in first, and then the top-up dialog opens', async ({ page }) => {
  await page.goto('/pricing');
  const button = page.getByRole('region', { name: 'Adding credits' }).getByRole('button', { name: 'Add credits' });
  await button.click();
  await signInAs(page, `pay-${randomUUID()}@example.com`);
  await expect(page).toHaveURL('/pricing');
  await expect(pay(page)).toHaveText('Pay $45.00');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await button.click();
  await expect(pay(page)).toHaveText('Pay $45.00');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('the dialog checks the limits of a custom amount, and Enter confirms the amount', async ({ page }) => {
  await start(page);
  await add(page).click();
  await dialog(page)
    .getByRole('radio', { name: /^Custom amount/ })
    .check();
  const amount = dialog(page).getByRole('spinbutton');
  await expect(amount).toHaveValue('100');
  await expect(pay(page)).toHaveText('Pay $90.00');
  for (const [text, message] of [
    ['', 'Please enter a valid amount (minimum $1)'],
    ['0', 'Please enter a valid amount (minimum $1)'],
    ['0.5', 'Please enter a valid amount (minimum $1)'],
    ['-3', 'Please enter a valid amount (minimum $1)'],
    ['1001', 'Please enter an amount of at most $1,000'],
  ] as const) {
    await amount.fill(text);
    await pay(page).click();
    await expect(dialog(page).getByRole('alert')).toHaveText(message);
  }
  await amount.fill('49');
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await expect(pay(page)).toHaveText('Pay $49.00');
  await amount.press('Enter');
  await clickButton(page, 'Pay $49.00');
  await page.getByRole('link', { name: 'Continue now' }).click();
  await page.waitForURL('/');
  await expect(balance(page)).toContainText('$54.00');
});

test('after a declined card, the seller goes back without a charge, and the dialog keeps the chosen amount', async ({ page }) => {
  await start(page);
  await add(page).click();
  await dialog(page)
    .getByRole('radio', { name: /^\$10\.00 credits/ })
    .check();
  await pay(page).click();
  await clickButton(page, 'Pay with a card that is declined');
  await expect(page.getByRole('alert')).toContainText('declined');
  await page.getByRole('link', { name: '← Back' }).click();
  await page.waitForURL('/payment/cancel');
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible();
  await expect(page.getByText('No charges were made.')).toBeVisible();
  await page.getByRole('link', { name: 'Try Again' }).click();
  await page.waitForURL('/');
  await expect(dialog(page).getByRole('radio', { name: /^\$10\.00 credits/ })).toBeChecked();
  await pay(page).click();
  await page.getByRole('link', { name: '← Back' }).click();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await page.waitForURL('/');
  await expect(balance(page)).toContainText('$5.00');
  await expect(dialog(page)).toHaveCount(0);
});

test('the page waits for a delayed payment, and does not show it as paid before the bank confirms it', async ({ page, cloud }) => {
  const email = await start(page);
  const buyer = createBuyer(cloud);
  await buyer.script(`pay-later ${email}`, { kind: 'bank', afterMs: 3_600_000 });
  await openPaymentPage(page);
  await clickButton(page, /^Pay by bank transfer/);
  await page.waitForURL(/\/payment\/success/);
  await expect(page.getByText("Your bank hasn't confirmed the payment yet.")).toBeVisible();
  await expect(page.getByText('$50.00 in credits')).toBeVisible();
  await expect(page.getByText('Payment Successful!')).toHaveCount(0);
  await buyer.decide(new URL(page.url()).searchParams.get('session_id') ?? '');
  await expectCredited(page, '$50.00');
  await startCountdown(page);
  await page.waitForURL('/');
  await expect(balance(page)).toContainText('$55.00');
});

test('a payment that the bank refuses adds nothing', async ({ page, cloud }) => {
  const email = await start(page);
  await createBuyer(cloud).script(`pay-later ${email}`, { kind: 'bank', outcome: 'failed' });
  await openPaymentPage(page);
  await clickButton(page, /^Pay by bank transfer/);
  await expect(page.getByRole('heading', { name: 'Payment not completed' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(balance(page)).toContainText('$5.00');
});

test('the page finds a payment whose webhook is lost, and ignores false values in the URL', async ({ page, cloud, consoleErrors }) => {
  const email = await start(page);
  await createBuyer(cloud).script(email, { kind: 'lost' });
  await openPaymentPage(page);
  await clickButton(page, 'Pay $45.00');
  await page.waitForURL(/\/payment\/success/);
  await expectCredited(page, '$50.00');
  await page.goto(page.url().replace('amount=50', 'amount=1000'));
  await expectCredited(page, '$50.00');
  for (const query of ['', '?session_id=', '?session_id=%27%3B--', '?session_id=constructor']) {
    await page.goto(`/payment/success${query}`);
    await expect(page.getByRole('heading', { name: 'No payment found' })).toBeVisible();
  }
  await page.goto('/payment/success?session_id=cs_test_nobody&amount=1000&priceId=custom');
  await expect(page.getByRole('alert')).toContainText("doesn't belong to your account");
  expectRefusal(consoleErrors, 404);
  await page.goto('/?payment=success');
  await page.waitForURL('/');
  await expect(balance(page)).toContainText('$55.00');
});

/** Removes the console message of an expected error response. */
const expectRefusal = (consoleErrors: string[], status: number) => {
  const refused = consoleErrors.findIndex((line) => line.includes(`status of ${status}`));
  expect(refused).toBeGreaterThanOrEqual(0);
  consoleErrors.splice(refused, 1);
};

test('a failed checkout shows an error, and the next click starts a new checkout', async ({ page, cloud, consoleErrors }) => {
  const email = await start(page);
  await cloud.stripe.scriptOnce(`create-session ${email}`, { kind: 'status', status: 500 });
  await add(page).click();
  await pay(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Payment failed. Please try again.');
  expectRefusal(consoleErrors, 502);
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((line) => !line.includes('the checkout could not be opened')));
  await pay(page).click();
  await expect(page.getByRole('heading', { name: '$45.00' })).toBeVisible();
});

test('a visitor chooses a package on the price page, and the dialog has this package after the sign-in', async ({ page }) => {
  await page.goto('/pricing');
  await clickButton(page, 'Add $10');
  await signInAs(page, `table-${randomUUID()}@example.com`);
  await expect(dialog(page).getByRole('radio', { name: /^\$10\.00 credits/ })).toBeChecked();
});

test('an expired session is renewed, and the dialog keeps the amount', async ({ page, consoleErrors }) => {
  const email = await start(page);
  await add(page).click();
  await dialog(page)
    .getByRole('radio', { name: /^Custom amount/ })
    .check();
  await dialog(page).getByRole('spinbutton').fill('77');
  await page.route('**/api/stripe/checkout', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
  await pay(page).click();
  await expect(page.getByLabel(/e-?mail/i)).toBeVisible();
  await page.unroute('**/api/stripe/checkout');
  consoleErrors.splice(0);
  await signInAs(page, email);
  await expect(dialog(page).getByRole('spinbutton')).toHaveValue('77');
  await expect(pay(page)).toHaveText('Pay $69.30');
});

/** Fills cards whose videos together cost more than the balance of a new account. */
async function fillExpensiveCards(page: Page): Promise<void> {
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, 5);
  for (let number = 1; number <= 5; number++) await writePrompt(page, number, `Turn slowly, ${number}`);
}

const create = (page: Page) => page.getByRole('button', { name: /create 5( videos)?$/i });

async function topUpToContinue(page: Page): Promise<void> {
  const refusal = page.getByRole('dialog', { name: 'Insufficient credits' });
  await expect(refusal).toContainText('You need $6.00 but only have $5.00.');
  await refusal.getByRole('button', { name: 'Add credits to continue' }).click();
  await expect(dialog(page)).toContainText('continues automatically');
  await pay(page).click();
  await clickButton(page, 'Pay $45.00');
  await page.getByRole('link', { name: 'Continue now' }).click();
}

const batchesOf = async (page: Page, cloud: TestCloud) => {
  const token = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1]);
  const response = await fetch(`${cloud.origin}/api/credits/transactions`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = (await response.json()) as { items: { type: string; batch_id?: string }[] };
  return items.filter(({ type }) => type === 'deduction').map(({ batch_id }) => batch_id);
};

test('an order that costs more than the balance continues automatically after the top-up, and is charged once', async ({ page, cloud }) => {
  await cloud.fal.script('', clipResponse);
  await start(page, '/batch-image-to-video');
  await fillExpensiveCards(page);
  await create(page).click();
  await topUpToContinue(page);
  await page.waitForURL('/batch-image-to-video');
  await expect(card(page, 5)).toContainText('Paid $1.20', { timeout: 120_000 });
  await expect(balance(page)).toContainText('$49.00');
  // The fifth video can be paid before the others.
  await expect.poll(() => batchesOf(page, cloud)).toHaveLength(5);
  expect(new Set(await batchesOf(page, cloud)).size).toBe(1);
  // A later visit to the page does not start another order.
  await page.goto('/?from=payment');
  await page.waitForURL('/');
  await page.goto('/batch-image-to-video');
  await expect(balance(page)).toContainText('$49.00');
  expect(await batchesOf(page, cloud)).toHaveLength(5);
});

test('an order is not started if the seller cancels the top-up', async ({ page, cloud }) => {
  await start(page, '/batch-image-to-video');
  await fillExpensiveCards(page);
  await create(page).click();
  await page.getByRole('dialog', { name: 'Insufficient credits' }).getByRole('button', { name: 'Add credits to continue' }).click();
  await pay(page).click();
  await page.getByRole('link', { name: '← Back' }).click();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  // Another top-up does not start the earlier order.
  await openPaymentPage(page);
  await clickButton(page, 'Pay $45.00');
  await page.getByRole('link', { name: 'Continue now' }).click();
  await page.waitForURL('/');
  await expect(balance(page)).toContainText('$55.00');
  await page.goto('/batch-image-to-video');
  await expect(create(page)).toBeEnabled();
  await expect(balance(page)).toContainText('$55.00');
  expect(await batchesOf(page, cloud)).toEqual([]);
});
