/** Tests uploads to an image host instead of our storage (docs/spec.md 4.6), in a real browser on the whole local stack. */
import { systemClock } from '#local/aws/step-functions/clock.ts';
import { standInCloudName } from '#local/vendors/cloudinary/cloudinary-stand-in.ts';
import { clipResponse, startTestCloud } from '../fixtures/cloud.ts';
import { addPhotos, test as base, card, expect, openAsSeller, writePrompt } from '../fixtures/page.ts';

const test = base.extend({
  cloud: [
    // biome-ignore lint/correctness/noEmptyPattern: The first parameter tells Playwright which fixtures this fixture needs.
    async ({}, use) => {
      const env = { CLOUDINARY_CLOUD_NAME: standInCloudName, CLOUDINARY_UPLOAD_PRESET: 'unsigned' };
      const cloud = await startTestCloud({ clock: systemClock, env });
      await use(cloud);
      await cloud.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a photo is sent to the image host, and a card shows the error of the host and retries the upload after a click', async ({
  page,
  cloud,
  consoleErrors,
}) => {
  await cloud.fal.script('', { ...clipResponse, width: 1080, height: 1920 });
  const host = String(cloud.cloud.lambdaVariables.STAND_IN_URL_CLOUDINARY);
  const fault = { kind: 'status', status: 400, message: 'Upload preset not found' };
  await fetch(`${host}/_script`, { method: 'POST', body: JSON.stringify({ match: 'Shoe 1', times: 1, fault }) });
  const posted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).pathname));

  await openAsSeller(page, '/batch-image-to-video', 'host@example.com');
  await expect(page.getByRole('banner')).toContainText('$5.00');
  await addPhotos(page, 1);
  await expect(card(page, 1).getByRole('alert')).toHaveText('Cloudinary upload failed: 400 - Upload preset not found');
  // Chromium itself logs every rejected request.
  expect(consoleErrors.splice(0).filter((line) => !/status of 400/.test(line))).toEqual([]);
  await card(page, 1).getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 1).getByRole('alert')).toHaveCount(0);

  await writePrompt(page, 1, 'By way of the host');
  await page.getByRole('button', { name: 'Create 1 video' }).click();
  await expect(card(page, 1).getByRole('button', { name: 'Enlarge video: Shoe 1.jpg' })).toBeVisible({ timeout: 120_000 });
  expect(posted).toContain('/v1_1/stand-in/image/upload');
  expect(posted).toContain('/api/uploads/adopt');
  expect(posted).not.toContain('/api/uploads');
});
