import { describe, expect, test } from 'vitest';
import { cardStatus, isShownBy } from './card-status.ts';
import type { BasicCard } from './cards.ts';
import type { ShownItem } from './run.ts';

const photo = { id: 'p', title: 'Shoe.jpg', src: 'blob:p', width: 900, height: 1600, fileSize: 1 };
const card = (change: Partial<BasicCard> = {}): BasicCard => ({
  id: 'a',
  prompt: 'Turn',
  aspectRatio: '9:16',
  model: 'veo3',
  photo,
  ...change,
});
const facts = { item: undefined, isSending: false, hasRun: false, needsPrompt: true };

describe('before a run, the status of a card', () => {
  test('before a run, the status of a card names the missing input', () => {
    expect(cardStatus({ ...facts, card: card() })).toBe('ready_to_create');
    expect(cardStatus({ ...facts, card: card({ prompt: ' ' }) })).toBe('no_prompt');
    expect(cardStatus({ ...facts, card: card({ prompt: ' ' }), needsPrompt: false })).toBe('ready_to_create');
    expect(cardStatus({ ...facts, card: { id: 'a', prompt: 'Turn', aspectRatio: '9:16', model: 'veo3' } })).toBe('no_photo');
  });
});

describe('during and after a run, the status of a card', () => {
  test('during and after a run, the status of a card is the state of its item', () => {
    const item = { status: 'queued' } as ShownItem;
    expect(cardStatus({ ...facts, card: card(), item, hasRun: true })).toBe('queued');
    expect(cardStatus({ ...facts, card: card(), isSending: true, hasRun: true })).toBe('sending');
  });

  test('a card without an item is not part of the run, even if an input of the card is missing', () => {
    for (const one of [card(), card({ prompt: '' })]) {
      const status = cardStatus({ ...facts, card: one, hasRun: true });
      expect(status).toBe('outside');
      expect(isShownBy('outside', status)).toBe(true);
      expect(isShownBy('lacking', status)).toBe(false);
    }
  });
});
