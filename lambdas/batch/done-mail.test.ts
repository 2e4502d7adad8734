import { describe, expect, test } from 'vitest';
import type { ItemStatus } from '#shared/batch/batch.ts';
import { languageTags } from '#shared/languages.ts';
import { textsIn } from '../platform/texts.ts';
import { doneMail } from './done-mail.ts';

const items = (ends: Partial<Record<ItemStatus, number>>, cents = 120) =>
  Object.entries(ends).flatMap(([status, count]) => Array.from({ length: count }, () => ({ status: status as ItemStatus, cents })));

const mailIn = (language: string, kind: 'video' | 'image', endedItems: ReturnType<typeof items>) =>
  doneMail(textsIn(language).t, { name: '<b>Ada</b>', kind, items: endedItems, historyUrl: 'https://vitrine.example/history', language });

describe.each(languageTags)('the mail about ended work in %s', (language) => {
  test.each(['video', 'image'] as const)('the mail contains all texts for one %s and for many', (kind) => {
    for (const endedItems of [
      items({ completed: 1 }),
      items({ completed: 2, failed: 3 }),
      items({ cancelled: 22 }),
      items({ completed: 297, failed: 3 }),
    ]) {
      const { subject, text, html } = mailIn(language, kind, endedItems);
      for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\{|mail\.|undefined/);
      expect(subject).toContain(String(endedItems.length));
      expect(text).toContain('https://vitrine.example/history');
      expect(html).toContain('href="https://vitrine.example/history"');
      expect(html).toContain(`lang="${language}"`);
    }
  });

  test('the mail has different subjects for videos and for images', () => {
    expect(mailIn(language, 'video', items({ failed: 1 })).subject).not.toBe(mailIn(language, 'image', items({ failed: 1 })).subject);
  });
});

test.each([
  [{ completed: 3, failed: 2, cancelled: 1 }, ['Completed: 3', 'Failed: 2', 'Cancelled: 1', 'Charged: $3.60']],
  [{ completed: 300 }, ['Completed: 300', 'Failed: 0', 'Cancelled: 0', 'Charged: $360.00']],
  [{ failed: 4 }, ['Completed: 0', 'Failed: 4', 'Cancelled: 0', 'Charged: $0.00']],
])('the mail about %j shows the counts, and only the charge of the completed items', (ends, lines) => {
  expect(mailIn('en', 'video', items(ends)).text).toContain(lines.join('\n'));
});

test('the mail shows a name that contains HTML as text', () => {
  const { html, text } = mailIn('en', 'image', items({ completed: 1 }));
  expect(html).toContain('Hi &lt;b&gt;Ada&lt;/b&gt;,');
  expect(text).toContain('Hi <b>Ada</b>,');
});
