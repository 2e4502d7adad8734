/** Tests AI Write with OpenAI as its vendor. The API call, the languages and the error texts are the same as with Gemini. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GeneratePromptResponse } from '#shared/ai-write/api.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { aiWriteFailedResponse } from '../../fixtures/ai-write-failed.ts';
import { startTestCloud, type TestCloud } from '../../fixtures/cloud.ts';
import { createPhoto, type Refusal, signIn } from '../../fixtures/seller.ts';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud({ env: { PROMPT_PROVIDER: 'openai' } });
});
afterAll(() => cloud?.stop());

async function generatePrompt<Body>(language: string) {
  const seller = await signIn(cloud.origin);
  const { key } = await seller.upload(await createPhoto());
  const request = { imageUrl: key, aspectRatio: '9:16', duration: 8, generateAudio: false, videoStyle: 'showcase', language };
  const callsBefore = [await cloud.openai.calls(), await cloud.gemini.calls()] as const;
  const { status, body } = await seller.call<Body>('POST', '/api/ai/generate-prompt', request);
  const vendorRequests = { openai: (await cloud.openai.calls()) - callsBefore[0], gemini: (await cloud.gemini.calls()) - callsBefore[1] };
  return { status, body, vendorRequests };
}

test.each([
  ['en', /camera|product|light/i],
  ['de', /Kamera|Produkt|Licht/],
  ['zh-Hans', /镜头/],
])('OpenAI gets one request and returns a prompt in %s', async (language, words) => {
  expect(await generatePrompt<GeneratePromptResponse>(language)).toEqual({
    status: 200,
    body: { success: true, prompt: expect.stringMatching(words) },
    vendorRequests: { openai: 1, gemini: 0 },
  });
});

test.each<[object, ErrorCode]>([
  [{ kind: 'empty' }, 'VendorMalformedAnswer'],
  [{ kind: 'malformed' }, 'VendorMalformedAnswer'],
  [{ kind: 'redirect' }, 'VendorMalformedAnswer'],
  [{ kind: 'cut' }, 'VendorUnreachable'],
])('after the fault %j, the response contains only our own text, and OpenAI gets only one request', async (fault, reason) => {
  await cloud.openai.scriptOnce('', fault);
  expect(await generatePrompt<Refusal>('en')).toEqual({ ...aiWriteFailedResponse(reason), vendorRequests: { openai: 1, gemini: 0 } });
});
