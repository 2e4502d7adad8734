import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { FileName, splitFileName } from './file-name.tsx';

describe('a file name', () => {
  test.each([
    ['keeps its number and its extension at the end', 'bag-front-view-03.jpg', 'bag-front-view', '-03.jpg'],
    ['keeps its last characters if it has no extension', 'IMG_20261104', 'IMG_20261', '104'],
    ['is treated as a name without an extension if the part after the last dot is long', 'Version 2.final cut', 'Version 2.final ', 'cut'],
    ['is not divided if it is short', 'hat.jpeg', 'hat.jpeg', ''],
    ['is not divided inside a character of two code units', '👜👜👜👜👜👜.png', '👜👜👜', '👜👜👜.png'],
    ['may start with a dot', '.jpg', '.jpg', ''],
  ])('a file name %s', (_title, name, start, end) => {
    expect(splitFileName(name)).toEqual({ start, end });
  });

  test('a file name is a single text for screen readers', () => {
    const markup = renderToStaticMarkup(<FileName name="bag-front-view-03.jpg" />);
    expect(markup).toContain('title="bag-front-view-03.jpg"');
    expect(markup).toContain('<span class="sr-only">bag-front-view-03.jpg</span>');
    expect(markup.match(/aria-hidden="true"/g)).toHaveLength(2);
  });
});
