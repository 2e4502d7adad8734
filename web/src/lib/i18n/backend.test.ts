import { expect, test, vi } from 'vitest';
import { fetchTranslations, fetchWithFallback } from './backend.ts';

test('translations that fail to load are requested five more times, with a first pause of 350 ms, and each later pause is twice as long', async () => {
  const waits: number[] = [];
  const get = vi.fn(async () => new Response('', { status: 503 }));
  const wait = async (ms: number) => void waits.push(ms);
  await expect(fetchTranslations('en', 'common', { get, wait })).rejects.toThrow('503');
  expect(get).toHaveBeenCalledTimes(6);
  expect(waits).toEqual([350, 700, 1_400, 2_800, 5_600]);
});

test('English is loaded if a language cannot be loaded, and an error is thrown if English cannot be loaded', async () => {
  const wait = async () => {};
  const get = async (address: string | URL | Request) =>
    String(address).includes('/en/') ? Response.json({ hello: 'Hello' }) : new Response('', { status: 503 });
  expect(await fetchWithFallback('xx', 'common', { get, wait })).toEqual({ language: 'en', translations: { hello: 'Hello' } });
  const getNothing = async () => new Response('', { status: 503 });
  await expect(fetchWithFallback('xx', 'common', { get: getNothing, wait })).rejects.toThrow('503');
});
