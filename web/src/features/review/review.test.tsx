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
          {...(rest.onMark && {
            onMark: (key: string, isMarked: boolean) => {
              rest.onMark?.(key, isMarked);
              change(key, { isMarked });
            },
          })}
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
  test('the arrow keys show the previous or next item, do nothing at the first item, and show the summary after the last item', async () => {
    const user = await open();
    await user.keyboard('{ArrowLeft}{ArrowRight}');
    expect(shownName()).toBe('bag.jpg');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(shownName()).toBe('3 reviewed');
    await user.keyboard('{ArrowLeft}');
    expect(shownName()).toBe('hat.jpg');
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

  test('R marks an item only if a redo is possible, shows the next item, and never removes a mark', async () => {
    const onMark = vi.fn();
    const items = [
      item('shoe'),
      item('bag', { redo: { price: '$2.00' } }),
      item('hat', { redo: { price: '$2.00' }, isRedoing: true }),
      // This item has no price, because its prompt is missing.
      item('cap', { redo: {} }),
    ];
    const user = await open({ items, onMark });
    await user.keyboard('r');
    expect(shownName()).toBe('shoe.jpg');
    await user.keyboard('{ArrowRight}r');
    expect(shownName()).toBe('hat.jpg');
    await user.keyboard('r');
    expect(button('Redo started').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('1 to redo · Redoing 1')).toBeTruthy();
    await user.keyboard('{ArrowRight}r{ArrowLeft}{ArrowLeft}r');
    expect(onMark.mock.calls).toEqual([['bag', true]]);
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
    const onMark = vi.fn();
    const user = await open({ items: [item('shoe', { redo: { price: '$2.00' } }), item('bag')], onKeep, onMark });
    await user.keyboard('e');
    const field = screen.getByRole('textbox', { name: 'Prompt' });
    expect(document.activeElement).toBe(field);
    await user.keyboard(' kred');
    expect(field).toHaveProperty('value', 'The shoe turns kred');
    expect([onKeep, onMark].map(({ mock }) => mock.calls)).toEqual([[], []]);
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

test.each([
  ['the main button of a result is Keep', false, 'Keep'],
  ['the main button of a kept result is Download', true, 'Download'],
])('%s', async (_, kept, main) => {
  await open({ items: [item('shoe', { kept })], onKeep: vi.fn() });
  const buttons = [...screen.getAllByRole('button'), ...screen.getAllByRole('link')];
  const mainNames = buttons.filter(({ className }) => className.includes('bg-accent ')).map(({ textContent }) => textContent);
  expect(mainNames).toEqual([expect.stringContaining(main)]);
});

describe('marks for a redo', () => {
  const redo = { price: '$2.00' };
  const items = [item('shoe', { redo }), item('bag', { redo }), item('hat', { redo })];
  const order = { count: 2, price: '$4.00', isWaiting: false, start: () => undefined };

  test('the Redo button marks the item and shows the next item, and a second click removes the mark', async () => {
    const onMark = vi.fn();
    const user = await open({ items, onMark });
    await user.click(button('Redo $2.00'));
    expect(shownName()).toBe('bag.jpg');
    await user.keyboard('{ArrowLeft}');
    await user.click(button('To redo'));
    expect(shownName()).toBe('shoe.jpg');
    expect(onMark.mock.calls).toEqual([
      ['shoe', true],
      ['shoe', false],
    ]);
  });

  test('the toast about the mark can undo it', async () => {
    const onMark = vi.fn();
    const user = await open({ items, onMark });
    await user.keyboard('r');
    expect(screen.getByText('Marked to redo: shoe.jpg')).toBeTruthy();
    await user.click(button('Undo'));
    expect(onMark.mock.calls).toEqual([
      ['shoe', true],
      ['shoe', false],
    ]);
    expect(screen.queryByText('1 to redo')).toBeNull();
  });

  test('no button orders marked items while no item is marked, and Keep is the main button', async () => {
    await open({ items, onMark: vi.fn(), redoOrder: { ...order, count: 0 } });
    expect(screen.queryByRole('button', { name: /^Redo \d/ })).toBeNull();
    expect(button('Keep').className).toContain('bg-accent');
  });

  test('one button orders all marked items for the shown price, and is the only main button', async () => {
    const start = vi.fn();
    const user = await open({ items, onMark: vi.fn(), redoOrder: { ...order, start } });
    expect(button('Keep').className).not.toContain('bg-accent ');
    await user.click(button('Redo 2 $4.00'));
    expect(start).toHaveBeenCalledOnce();
  });

  test('the start of the order closes the toast that can undo the last mark', async () => {
    const user = await open({ items, onMark: vi.fn(), redoOrder: order });
    await user.keyboard('r');
    expect(button('Undo')).toBeTruthy();
    await user.click(button('Redo 2 $4.00'));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('while a run is in progress, items can be marked, but the order cannot start', async () => {
    const start = vi.fn();
    const onMark = vi.fn();
    const user = await open({ items, onMark, redoOrder: { ...order, isWaiting: true, start } });
    await user.keyboard('r');
    expect(onMark).toHaveBeenCalledOnce();
    const waiting = button('Redo 2 after this run');
    expect(waiting.getAttribute('aria-disabled')).toBe('true');
    await user.click(waiting);
    expect(start).not.toHaveBeenCalled();
  });

  test('a shortage is shown before the click, and a failed order shows its reason', async () => {
    await open({ items, onMark: vi.fn(), redoOrder: { ...order, missing: '$1.50', problem: 'No connection' } });
    expect(button('Add $1.50 and redo 2')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('No connection');
  });

  test('the prompt of an item stays editable if its text is removed', async () => {
    const user = await open({ items: [item('shoe', { redo: {} })], onMark: vi.fn() });
    await user.clear(screen.getByRole('textbox', { name: 'Prompt' }));
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', '');
    expect(button('Redo').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the summary after the last item', () => {
  test('counts the decisions and offers the kept files and the order of the marked items', async () => {
    const items = [item('shoe', { kept: true }), item('bag', { kept: true }), item('hat', { isMarked: true, redo: { price: '$2.00' } })];
    const start = vi.fn();
    const redoOrder = { count: 1, price: '$2.00', isWaiting: false, start };
    const user = await open({ items, startKey: 'hat', onMark: vi.fn(), redoOrder });
    await user.keyboard('{ArrowRight}');
    const summary = within(screen.getByRole('region', { name: 'End of the review' }));
    expect(summary.getByText('2 kept · 1 to redo')).toBeTruthy();
    expect(summary.getByRole('button', { name: 'Download kept (2)' })).toBeTruthy();
    await user.click(summary.getByRole('button', { name: 'Redo 1 $2.00' }));
    expect(start).toHaveBeenCalledOnce();
    await user.click(summary.getByRole('button', { name: 'Back to the first' }));
    expect(shownName()).toBe('shoe.jpg');
  });

  test('K and R on the last item show the summary, and then have no effect', async () => {
    const onKeep = vi.fn();
    const user = await open({ items: [item('shoe')], onKeep });
    await user.keyboard('k');
    expect(shownName()).toBe('1 reviewed');
    await user.keyboard('kred');
    expect(onKeep).toHaveBeenCalledOnce();
    expect(screen.getByText('1 kept')).toBeTruthy();
  });

  test('without a decision, the summary offers no download and no order', async () => {
    const user = await open({ items: [item('shoe')] });
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Nothing kept or marked yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Download|Redo/ })).toBeNull();
  });
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
