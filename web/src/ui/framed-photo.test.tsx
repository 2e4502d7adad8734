import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { containedArea, FramedPhoto } from './framed-photo.tsx';

const tall = { width: 9, height: 16 };

describe('the area of a photo in a frame', () => {
  test.each([
    ['is in the middle of a higher frame', { width: 90, height: 90 }, { x: 0, y: 0.21875, width: 1, height: 0.5625 }],
    ['is in the middle of a wider frame', { width: 90, height: 320 }, { x: 0.25, y: 0, width: 0.5, height: 1 }],
    ['is the whole frame if both have the same ratio', { width: 900, height: 1600 }, { x: 0, y: 0, width: 1, height: 1 }],
    ['is unknown if the size of the photo is unknown', { width: 0, height: 0 }, undefined],
  ])('the area of a photo in a frame %s', (_title, photo, area) => {
    expect(containedArea(photo, tall)).toEqual(area);
  });
});

describe('a photo in a frame', () => {
  const render = (photo: { width: number; height: number }, isPainted = false) =>
    renderToStaticMarkup(<FramedPhoto src="/large" fillSrc="/small" alt="Bag" area={containedArea(photo, tall)} isPainted={isPainted} />);

  test('a photo is surrounded by a copy of itself if it does not fill the frame', () => {
    const markup = render({ width: 90, height: 90 });
    expect(markup.match(/<img/g)).toHaveLength(2);
    expect(markup).toContain('src="/small" alt=""');
    expect(markup).toContain('src="/large" alt="Bag"');
    expect(markup).not.toContain('repeating-linear-gradient');
  });

  test('a photo is surrounded by stripes if AI paints this area', () => {
    expect(render({ width: 90, height: 90 }, true)).toContain('repeating-linear-gradient');
  });

  test('a photo has no copy if it fills the frame', () => {
    expect(render({ width: 900, height: 1600 }).match(/<img/g)).toHaveLength(1);
  });

  test('a photo is surrounded by a copy and keeps its ratio if its size is unknown', () => {
    const markup = render({ width: 0, height: 0 });
    expect(markup.match(/<img/g)).toHaveLength(2);
    expect(markup).toContain('object-contain');
  });
});
