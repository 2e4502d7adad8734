// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createInstance } from 'i18next';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { takePassedImages } from '#web/lib/passed-images.ts';
import { MemoryRouter } from '#web/lib/router.tsx';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { Review } from './review.tsx';
import type { ReviewItem } from './review-item.ts';

type Props = ComponentProps<typeof Review>;

const i18n = createInstance();
beforeAll(() => i18n.init({ lng: 'en', ns: 'common', defaultNS: 'common', resources: { en: { common: texts } } }));
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const item = (key: string, changes: Partial<ReviewItem> = {}): ReviewItem => ({
  key,
  kind: 'video',
  name: `${key}.jpg`,
  ratio: '9:16',
  src: `https://media.example/${key}.mp4`,
  poster: `https://media.example/${key}.jpg`,
  downloadUrl: `https://media.example/${key}-file.mp4`,
  fileName: `video_${key}.mp4`,
  details: ['9:16 · 8s'],
  paid: '$2.00',
  prompt: `The ${key} turns`,
  kept: false,
  ...changes,
});
const three = [item('shoe'), item('bag'), item('hat')];

const Providers = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
  </MemoryRouter>
);

/** A page with a button that opens the review, and a list of the calls. */
function Page({ items: initialItems = three, ...rest }: Partial<Props>) {
  const [open, setOpen] = useState(false);
  const [items, setItems] = useState(initialItems);
  const change = (key: string, changes: Partial<ReviewItem>) =>
    setItems((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  return (
    <Providers>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Review
          items={items}
          startKey="shoe"
          title="Review 3 videos"
          shortcuts
          onClose={() => setOpen(false)}
          {...rest}
          onKeep={(key, kept) => {
            rest.onKeep?.(key, kept);
            change(key, { kept });
          }}
          onPrompt={(key, prompt) => change(key, { prompt })}
        />
      )}
    </Providers>
  );
}
async function open(props: Partial<Props> = {}) {
  const user = userEvent.setup();
  render(<Page {...props} />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
}
const shownName = () => screen.getByRole('heading', { level: 3 }).textContent;
const button = (name: string) => screen.getByRole('button', { name });

describe('the keys of the review', () => {
  test('the arrow keys show the previous or next item, and do nothing at the first and last item', async () => {
    const user = await open();
    await user.keyboard('{ArrowRight}');
    expect(shownName()).toBe('bag.jpg');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(shownName()).toBe('hat.jpg');
    expect(button('Next result').getAttribute('aria-disabled')).toBe('true');
    await user.keyboard('{ArrowLeft}');
    expect(shownName()).toBe('bag.jpg');
  });

  test('K keeps an item and shows the next item, and never removes the mark of a kept item', async () => {
    const onKeep = vi.fn();
    const user = await open({ onKeep });
    await user.keyboard('k');
    expect(onKeep.mock.calls).toEqual([['shoe', true]]);
    expect(shownName()).toBe('bag.jpg');
    expect(screen.getByText('1 kept')).toBeTruthy();
    await user.keyboard('{ArrowLeft}k');
    expect(onKeep).toHaveBeenCalledOnce();
    expect(shownName()).toBe('bag.jpg');
  });

  test('Space plays and pauses the video', async () => {
    const user = await open();
    const play = vi.mocked(HTMLMediaElement.prototype.play);
    const before = play.mock.calls.length;
    await user.keyboard(' ');
    expect(play.mock.calls.length).toBe(before + 1);
  });

  test('R orders a redo only once, and only if a redo is possible', async () => {
    const onRedo = vi.fn();
    const items = [item('shoe'), item('bag', { redo: { price: '$2.00' } }), item('hat', { redo: { price: '$2.00' }, isRedoing: true })];
    const user = await open({ items, onRedo });
    await user.keyboard('r{ArrowRight}r{ArrowRight}r');
    expect(onRedo.mock.calls).toEqual([['bag']]);
    expect(button('Redo started').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('1 to redo')).toBeTruthy();
  });

  test('D saves the file with its name', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const user = await open();
    await user.keyboard('d');
    expect(saved).toEqual(['video_shoe.mp4']);
  });

  test('letters are typed while a field has the focus, and the first Escape only leaves the field', async () => {
    const onKeep = vi.fn();
    const onRedo = vi.fn();
    const user = await open({ items: [item('shoe', { redo: { price: '$2.00' } }), item('bag')], onKeep, onRedo });
    await user.keyboard('e');
    const field = screen.getByRole('textbox', { name: 'Prompt' });
    expect(document.activeElement).toBe(field);
    await user.keyboard(' kred');
    expect(field).toHaveProperty('value', 'The shoe turns kred');
    expect([onKeep, onRedo].map(({ mock }) => mock.calls)).toEqual([[], []]);
    await user.keyboard('{ArrowLeft}');
    expect(shownName()).toBe('shoe.jpg');
    await user.keyboard('{Escape}k');
    expect(onKeep).toHaveBeenCalledOnce();
    expect(shownName()).toBe('bag.jpg');
  });

  test('if shortcuts are off, letters have no effect and are not shown', async () => {
    const onKeep = vi.fn();
    const user = await open({ shortcuts: false, onKeep });
    await user.keyboard('k');
    expect(onKeep).not.toHaveBeenCalled();
    expect(button('Keep').querySelector('kbd')).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(shownName()).toBe('bag.jpg');
  });
});

test('the focus starts on the display area and returns to the control that opened the review', async () => {
  const user = await open();
  const dialog = screen.getByRole('dialog', { name: 'Review 3 videos' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.tagName).toBe('DIV');
  await user.click(button('Close the review'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button('Open'));
});

test('the Keep button sets and removes the mark of an item, and the same item is still shown', async () => {
  const onKeep = vi.fn();
  const user = await open({ onKeep });
  await user.click(button('Keep'));
  expect(shownName()).toBe('shoe.jpg');
  await user.click(button('Kept'));
  expect(onKeep.mock.calls).toEqual([
    ['shoe', true],
    ['shoe', false],
  ]);
});

test('only the current video is in the document', async () => {
  const user = await open();
  const videos = () => [...document.querySelectorAll('video')].map(({ src }) => src);
  expect(videos()).toEqual(['https://media.example/shoe.mp4']);
  await user.keyboard('{ArrowRight}');
  expect(videos()).toEqual(['https://media.example/bag.mp4']);
});

test('a picture can be compared with its photo', async () => {
  const user = await open({ items: [item('cap', { kind: 'image', src: 'cap.png', photo: 'photo.jpg' })], startKey: 'cap' });
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByRole('slider')).toBeNull();
  await user.click(button('Compare with the photo'));
  expect(dialog.getByRole('slider', { name: 'Compare before and after' })).toBeTruthy();
});

test('a delivered image is passed to another tool, and the review closes', async () => {
  const image = { kind: 'image', resultKey: 'results/shoe.jpg', src: 'https://media.example/shoe.jpg' } as const;
  await open({ items: [item('shoe', image)] });
  await userEvent.click(screen.getByRole('button', { name: 'Make a video' }));
  expect(takePassedImages('/batch-image-to-video')).toEqual([
    { resultKey: 'results/shoe.jpg', title: 'shoe.jpg', src: 'https://media.example/shoe.jpg' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a video cannot be used as a photo', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Make a video' })).toBeNull();
});

test('the review reports a link that does not load', async () => {
  const onStale = vi.fn();
  await open({ onStale });
  document.querySelector('video')?.dispatchEvent(new Event('error'));
  expect(onStale).toHaveBeenCalledWith('shoe');
});

test('if the current item is removed, the item at the same position is shown, and without items, the review closes', () => {
  const onClose = vi.fn();
  const renderReview = (items: ReviewItem[]) => (
    <Providers>
      <Review items={items} startKey="bag" title="Review" shortcuts onClose={onClose} />
    </Providers>
  );
  const { rerender } = render(renderReview(three));
  expect(shownName()).toBe('bag.jpg');
  rerender(renderReview(three.filter(({ key }) => key !== 'bag')));
  expect(shownName()).toBe('hat.jpg');
  rerender(renderReview([]));
  expect(onClose).toHaveBeenCalledOnce();
});

test('the review can be rendered without a browser', () => {
  const markup = renderToStaticMarkup(
    <Providers>
      <Review items={three} startKey="bag" title="Review 3 videos" shortcuts onClose={() => undefined} />
    </Providers>,
  );
  expect(markup).toContain('2 of 3');
  expect(markup).toContain('bag.jpg');
});
