/** Tests how a seller cancels, retries and undoes work, in a real browser on the whole local stack. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { clipResponse } from '../fixtures/cloud.ts';
import {
  addPhotos,
  balance,
  cancelItem,
  card,
  duplicateCard,
  expect,
  openAsSeller,
  removeButton,
  test,
  writePrompt,
} from '../fixtures/page.ts';

const path = '/batch-image-to-video';
const actionBar = (page: Page) => page.getByRole('region', { name: 'Create videos' });

/** Signs in and starts a video for each prompt, at $1.20 each. */
async function startRun(page: Page, prompts: string[]): Promise<void> {
  await openAsSeller(page, path, `control-${randomUUID()}@example.com`);
  await expect(balance(page)).toContainText('$5.00');
  await page.getByLabel('Model').selectOption('veo3-fast');
  await addPhotos(page, prompts.length);
  for (const [index, prompt] of prompts.entries()) await writePrompt(page, index + 1, prompt);
  await page.getByRole('button', { name: /^Create \d video/ }).click();
  for (const index of prompts.keys()) await expect(card(page, index + 1)).not.toContainText('Your video appears here');
}

test('a video is cancelled after a confirmation and costs nothing, and the other video is delivered', async ({ page, cloud }) => {
  await cloud.fal.script('waits for ever', { kind: 'never' });
  await cloud.fal.script('comes at once', clipResponse);
  await startRun(page, ['It comes at once', 'It waits for ever']);
  await expect(card(page, 2)).toContainText('Generating');
  await cancelItem(page, 2);
  await expect(page.getByRole('alertdialog')).toContainText('Progress so far will be lost');
  await page.getByRole('button', { name: "Don't cancel" }).click();
  await expect(card(page, 2)).toContainText('Generating');

  await cancelItem(page, 2);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel video' }).click();
  await expect(card(page, 2)).toContainText('Not charged', { timeout: 120_000 });
  await expect(card(page, 2)).toContainText('Cancelled');
  await expect(card(page, 1)).toContainText('Paid $1.20', { timeout: 120_000 });
  await expect(balance(page)).toContainText('$3.80');
  await expect(balance(page)).not.toContainText('reserved');
  await expect(actionBar(page)).toContainText('1 ready');
  await expect(actionBar(page)).toContainText('1 failed');
});

test('a whole batch is cancelled, and the balance does not change', async ({ page, cloud }) => {
  await cloud.fal.script('never done', { kind: 'never' });
  await startRun(page, ['One never done', 'Two never done']);
  await expect(balance(page)).toContainText('$2.40 reserved');
  await expect(actionBar(page)).toContainText('elapsed');
  for (const number of [1, 2]) await expect(card(page, number)).toContainText('Generating');
  await actionBar(page).getByRole('button', { name: 'Cancel all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel 2 videos' }).click();
  for (const number of [1, 2]) await expect(card(page, number)).toContainText('Not charged', { timeout: 120_000 });
  await expect(balance(page)).not.toContainText('reserved');
  await expect(balance(page)).toContainText('$5.00');
});

test('only failed videos are generated again, at the price on the button', async ({ page, cloud }) => {
  await cloud.fal.scriptOnce('refused at first', { kind: 'refuse' });
  await cloud.fal.script('done soon', clipResponse);
  await startRun(page, ['This is done soon', 'It is refused at first']);
  const retry = actionBar(page).getByRole('button', { name: 'Retry 1 failed $1.20' });
  await expect(retry).toBeVisible({ timeout: 150_000 });
  await expect(card(page, 2)).toContainText('Not charged');
  await cloud.fal.script('refused at first', clipResponse);

  const retryRequest = page.waitForRequest((request) => request.method() === 'POST' && /\/api\/batches\/[^/]+\/retry$/.test(request.url()));
  await retry.click();
  await retryRequest;
  await expect(card(page, 1)).toContainText('Paid $1.20');
  await expect(card(page, 2)).toContainText('Paid $1.20', { timeout: 150_000 });
  await expect(balance(page)).toContainText('$2.60');
});

test('a failed video with a changed prompt is generated with the new prompt', async ({ page, cloud }) => {
  await cloud.fal.script('bad words', { kind: 'refuse' });
  await cloud.fal.script('better words', clipResponse);
  await startRun(page, ['Some bad words']);
  await expect(actionBar(page).getByRole('button', { name: /^Retry 1 failed/ })).toBeVisible({ timeout: 150_000 });
  await writePrompt(page, 1, 'Some better words');
  await actionBar(page)
    .getByRole('button', { name: /^Retry 1 failed/ })
    .click();
  await expect(card(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
});

test('a retried video shows the number of its attempt', async ({ page, cloud }) => {
  await cloud.fal.scriptOnce('busy at first', { kind: 'status', status: 503 });
  await startRun(page, ['The service is busy at first']);
  await expect(card(page, 1)).toContainText('Retrying 2/3', { timeout: 120_000 });
  await expect(card(page, 1)).toContainText('Paid $1.20', { timeout: 150_000 });
});

test('cards are duplicated, removed and cleared, and Undo restores them', async ({ page }) => {
  await page.goto(path);
  await addPhotos(page, 1);
  await writePrompt(page, 1, 'Turn');
  await duplicateCard(page, 1);
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(card(page, 2).getByRole('textbox', { name: 'Prompt' })).toHaveValue('Turn');
  await expect(actionBar(page)).toContainText('2 videos · $4.00');

  await removeButton(page, 2).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article')).toHaveCount(4);

  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(actionBar(page)).not.toContainText('$');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(actionBar(page)).toContainText('2 videos · $4.00');
});
