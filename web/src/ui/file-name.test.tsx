// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FileName, shortenFileName } from './file-name.tsx';
import { renderWithTexts } from './render.test-support.tsx';

/** Each character has the width 1. */
const measure = (text: string) => [...text].length;

describe('a file name', () => {
  test.each([
    ['is complete if it fits', 'bag-front-view-03.jpg', 21, 'bag-front-view-03.jpg'],
    ['first loses its extension', 'bag-front-view-03.jpg', 20, 'bag-front-view-03'],
    ['then loses its middle', 'bag-front-view-03.jpg', 16, 'bag-front-vi…-03'],
    ['keeps its last characters if it has no extension', 'IMG_20261104', 8, 'IMG_…104'],
    ['keeps a long text after the last dot', 'Version 2.final cut', 13, 'Version 2…cut'],
    ['is not divided inside a character of two code units', '👜👜👜👜👜👜.png', 5, '👜…👜👜👜'],
    ['keeps its first character even if the space is too small', 'bag-front-view-03.jpg', 2, 'b…-03'],
    ['may start with a dot', '.jpg', 4, '.jpg'],
  ])('%s', (_title, name, width, shown) => {
    expect(shortenFileName(name, width, measure)).toBe(shown);
  });

  test('is a single text for screen readers', () => {
    renderWithTexts(<FileName name="bag-front-view-03.jpg" />);
    expect(screen.getAllByText('bag-front-view-03.jpg')).toHaveLength(1);
    expect(screen.getByTitle('bag-front-view-03.jpg')).toBeTruthy();
  });
});
