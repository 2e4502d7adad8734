import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../errors.ts';
import { type CreateQuoteRequest, createQuoteRequest } from './api.ts';
import { itemRequestOf, orderItemsOf, settingsOf } from './items.ts';
import { unitCentsOf } from './price.ts';

const item = { itemId: 'a', uploadKey: 'uploads/a.jpg', title: 'Bag Ada', sku: 'A-1', options: [{ name: 'Colour', value: 'ruby' }] };
const requestWith = (changes: object = {}) =>
  createQuoteRequest.parse({
    quoteId: '9f8b1c5e-3a94-4d1e-8f26-2f0f1d2c3b4a',
    kind: 'video',
    prompt: 'On a beach, {title}',
    aspectRatio: '9:16',
    duration: 8,
    resolution: '720p',
    generateAudio: false,
    model: 'veo3-fast',
    items: [item],
    ...changes,
  });
const aiWrite = { language: 'de' };

describe('a quote with AI Write', () => {
  test.each([
    ['true', true],
    ['an object without a language', {}],
    ['an empty language', { language: '' }],
    ['a language of 36 characters', { language: 'x'.repeat(36) }],
  ])('%s is refused', (_, value) => {
    expect(() => requestWith({ aiWrite: value })).toThrow();
  });

  test.each<[ErrorCode, object]>([
    ['FieldUnknown', { prompt: 'Show {size}' }],
    ['FieldUnknown', { items: [{ ...item, prompt: '{size}' }] }],
    ['PromptTooLong', { prompt: `{title}${'x'.repeat(1990)}`, items: [{ ...item, title: 'y'.repeat(20) }] }],
    ['RatioUnsupported', { aspectRatio: '1:1' }],
  ])('a quote is refused with %s', (code, changes) => {
    expect(orderItemsOf(requestWith({ aiWrite, ...changes }))).toMatchObject({ refusal: { code } });
  });

  test('the items contain the options and the direction with its fields, and the settings contain the language', () => {
    const request = requestWith({ aiWrite, items: [item, { ...item, itemId: 'b', options: undefined, prompt: 'In snow' }] });
    expect(orderItemsOf(request)).toEqual({
      items: [
        {
          ...{ itemId: 'a', uploadKey: 'uploads/a.jpg', title: 'Bag Ada', sku: 'A-1' },
          ...{ prompt: 'On a beach, Bag Ada', direction: 'On a beach, {title}', options: item.options },
        },
        {
          ...{ itemId: 'b', uploadKey: 'uploads/a.jpg', title: 'Bag Ada', sku: 'A-1' },
          ...{ prompt: 'In snow', direction: 'In snow', options: [] },
        },
      ],
    });
    expect(settingsOf(request)).toMatchObject({ kind: 'video', aiWrite });
  });

  test('the direction can be empty for videos, but a prompt without AI Write cannot', () => {
    expect(orderItemsOf(requestWith({ prompt: ' ' }))).toMatchObject({ refusal: { code: 'PromptRequired' } });
    expect(orderItemsOf(requestWith({ prompt: ' ', aiWrite }))).toMatchObject({ items: [{ prompt: '', direction: '' }] });
  });

  test('the price of an item is the same as without AI Write', () => {
    expect(unitCentsOf(settingsOf(requestWith({ aiWrite })))).toBe(unitCentsOf(settingsOf(requestWith())));
  });

  test('the item of a batch contains no data for AI Write', () => {
    const request: CreateQuoteRequest = requestWith({ aiWrite });
    const [stored] = (orderItemsOf(request) as { items: Parameters<typeof itemRequestOf>[1][] }).items;
    expect(itemRequestOf(settingsOf(request), stored as NonNullable<typeof stored>)).toEqual({
      ...{ itemId: 'a', uploadKey: 'uploads/a.jpg', title: 'Bag Ada', prompt: 'On a beach, Bag Ada' },
      ...{ kind: 'video', aspectRatio: '9:16', duration: 8, resolution: '720p', generateAudio: false, model: 'veo3-fast' },
    });
  });
});

test('a quote without AI Write stores neither a direction nor options', () => {
  expect(orderItemsOf(requestWith())).toEqual({
    items: [{ itemId: 'a', uploadKey: 'uploads/a.jpg', title: 'Bag Ada', sku: 'A-1', prompt: 'On a beach, Bag Ada' }],
  });
});
