/** Tests the automatic top-up on the account page, at the widths of a desktop and of a phone (docs/spec.md 13.8). */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findAxeViolations } from '../fixtures/axe.ts';
import type { TestCloud } from '../fixtures/cloud.ts';
import { balance, expect, openAsSeller, test } from '../fixtures/page.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Automatic top-up' });
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true });

/** Runs the job that charges cards. */
async function runJob({ cloud }: TestCloud): Promise<void> {
  const [, job] = [...cloud.functions].find(([arn]) => arn.includes('TopUpAccounts')) ?? [];
  const result = await job?.invoke({});
  if (!result || 'error' in result) throw new Error(JSON.stringify(result));
}

async function signInOnAccountPage(page: Page): Promise<void> {
  await openAsSeller(page, '/account', `auto-${randomUUID()}@example.com`);
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
}

for (const { name, size } of [
  { name: 'desktop', size: { width: 1440, height: 1000 } },
  { name: 'phone', size: { width: 390, height: 844 } },
])
  test(`a seller turns on automatic top-up, the balance is topped up, and the card is removed, on a ${name}`, async ({ page, cloud }) => {
    await page.setViewportSize(size);
    await signInOnAccountPage(page);
    await section(page).getByLabel('When the balance is below').fill('6');
    await section(page).getByLabel('Credits to add').fill('20.5');
    await expect(section(page).getByRole('alert')).toContainText('$1,000');
    await section(page).getByLabel('Credits to add').fill('20');
    await expect(section(page)).toContainText('Each top-up costs $20.00.');
    await expect(button(page, 'Continue to your card')).toBeDisabled();
    await section(page)
      .getByRole('checkbox', { name: /^I agree that Vitrine saves my card/ })
      .check();
    expect(await findAxeViolations(page, { within: '#auto-top-up' })).toEqual([]);
    await button(page, 'Continue to your card').click();

    await page.getByRole('button', { name: 'Save card •••• 4242' }).click();
    await expect(section(page)).toContainText('Visa ending in 4242, expires 12/');
    await expect(section(page).getByText('On', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/account$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

    await runJob(cloud);
    await page.reload();
    await expect(section(page)).toContainText('$20.00 of $200.00 used this month');
    await expect(balance(page)).toContainText('$25.00');

    await button(page, 'Remove card').click();
    await expect(section(page).getByText('Off', { exact: true })).toBeVisible();
    await expect(section(page)).not.toContainText('4242');
  });

test('a card whose bank asks for confirmation is not charged, and the page says why the top-up is off', async ({ page, cloud }) => {
  await signInOnAccountPage(page);
  await section(page)
    .getByRole('checkbox', { name: /^I agree that Vitrine saves my card/ })
    .check();
  await button(page, 'Continue to your card').click();
  await page.getByRole('button', { name: 'Save a card whose bank asks for confirmation later' }).click();
  await expect(section(page).getByText('On', { exact: true })).toBeVisible();
  await runJob(cloud);
  await page.reload();
  await expect(section(page)).toContainText('Your bank asked you to confirm the payment');
  await expect(section(page)).toContainText('$0.00 of $200.00 used this month');
  await expect(button(page, 'Turn on')).toBeVisible();
});
