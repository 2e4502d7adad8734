// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { ImageFrameNote } from './image-frame.tsx';

const card = (width: number, height: number, aspectRatio = '1:1') => ({ aspectRatio, photo: { width, height } }) as BasicCard;

test.each([
  ['the share that AI adds to a wide photo', card(800, 533), 'AI fills 33%'],
  ['the share that AI adds to a high photo', card(533, 800), 'AI fills 33%'],
  ['the size of a photo that fills the result', card(800, 800), '800 × 800'],
  ['the size of a photo with the ratio of the result', card(800, 1200, '2:3'), '800 × 1200'],
])('the note shows %s', (_title, shownCard, text) => {
  renderWithTexts(<ImageFrameNote card={shownCard} />);
  expect(screen.getByText(text)).toBeTruthy();
});

test.each([
  [card(800, 533), 'AI fills 33%, above and below · 800 × 533'],
  [card(533, 800), 'AI fills 33%, left and right · 533 × 800'],
])('the tooltip also shows the position of the added area and the size of the photo', (shownCard, text) => {
  renderWithTexts(<ImageFrameNote card={shownCard} />);
  expect(screen.getByTitle(text)).toBeTruthy();
});
