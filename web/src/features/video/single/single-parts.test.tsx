// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { VideoBatchItem } from '#shared/batch/api.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { cardOfSingle, type SingleState, startSingle } from '../single.ts';
import { singleVideo } from '../single-tool.ts';
import { videoBatch } from './fake-api.test-support.ts';
import { InApp, loadTexts } from './in-app.test-support.tsx';
import { RunBar } from './run-bar.tsx';
import { SingleForm } from './single-form.tsx';
import { singleView } from './single-view.ts';
import { TabsPanel } from './tabs-panel.tsx';

const { store } = singleVideo;
const initialState = store.getState();
const photo: Photo = { id: 'bag', title: 'bag.jpg', src: '/bag.jpg', width: 864, height: 1080, fileSize: 400_000 };

type PageState = { batches?: Partial<VideoBatchItem>[]; draft?: Partial<SingleState>; card?: object; state?: object };

/** Shows a state of the page. The batches are from the oldest to the newest. */
function show({ batches = [], draft = {}, card = {}, state = {} }: PageState): void {
  const emptyState = startSingle('order');
  const videoBatches = batches.map((changes, index) =>
    videoBatch(`run-${index + 1}`, changes, new Date(Date.now() + index * 1_000).toISOString()),
  );
  store.setState({
    restored: true,
    batches: videoBatches,
    draft: {
      ...emptyState,
      cards: [{ ...cardOfSingle(emptyState), ...card }],
      batchIds: videoBatches.map(({ batchId }) => batchId),
      ...draft,
    },
    ...state,
  });
}

const completedItem = {
  status: 'completed',
  charged: 2,
  videoUrl: '/v.mp4',
  downloadUrl: '/v.mp4?save',
  completedAt: '2026-01-01T10:01:24.000Z',
} as const;
const failedItem = { status: 'failed', error: { code: 'VendorRefused', message: 'refused' } } as const;

beforeAll(loadTexts);
beforeEach(() => {
  store.setState(initialState, true);
  singleView.setState({ shownId: undefined, target: 'new', orderedCard: undefined, orderCount: 0, isMuted: true });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the form', () => {
  test('the form first asks for a photo', () => {
    show({});
    render(<SingleForm />, { wrapper: InApp });
    expect(screen.getByRole('button', { name: 'Choose a photo' })).toBeTruthy();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  test('the form shows the photo in the frame of the result, and describes the added area', () => {
    show({ card: { photo } });
    render(<SingleForm />, { wrapper: InApp });
    const figure = screen.getByRole('figure', { name: 'The frame at 9:16' });
    const image = within(figure).getByRole('img', { name: 'Photo: bag.jpg' });
    expect(image.closest('[style*="aspect-ratio"]')?.getAttribute('style')).toContain('aspect-ratio: 1080 / 1920');
    expect(image.getAttribute('style')).toContain('height: 70.3125%');
    expect(screen.getByText('AI fills 30%, above and below')).toBeTruthy();
    expect(screen.getByText('864 × 1080 · 0.4 MB')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose a photo' })).toBeNull();
  });

  test('a model with two ratios disables the other ratios with a visible reason, and offers the model for any ratio', async () => {
    show({ card: { photo, model: 'veo3-fast' }, draft: { model: 'veo3-fast' } });
    render(<SingleForm />, { wrapper: InApp });
    const square = screen.getByRole('radio', { name: /^1:1/ });
    const other = screen.getByRole('button', { name: 'Custom ratio' });
    for (const control of [square, other]) {
      expect(control).toHaveProperty('disabled', true);
      const reason = document.getElementById(control.getAttribute('aria-describedby') ?? '');
      expect(reason?.textContent).toBe('Veo 3.1 fast supports 9:16 and 16:9 only. Veo 3.1 supports any ratio.');
    }
    await userEvent.click(screen.getByRole('button', { name: 'Use Veo 3.1' }));
    expect(store.getState().draft.model).toBe('veo3');
    expect(square).toHaveProperty('disabled', false);
    expect(screen.queryByText(/supports 9:16 and 16:9 only/)).toBeNull();
  });

  test('the form changes the prompt and the settings of the card', () => {
    show({ card: { photo } });
    render(<SingleForm />, { wrapper: InApp });
    const prompt = screen.getByRole('textbox', { name: 'Prompt' });
    fireEvent.change(prompt, { target: { value: 'Sway' } });
    fireEvent.focusOut(prompt);
    fireEvent.change(screen.getByRole('combobox', { name: 'Audio' }), { target: { value: 'on' } });
    expect(cardOfSingle(store.getState().draft)).toMatchObject({ prompt: 'Sway', generateAudio: true });
  });

  test('the form is locked while a video is being made', () => {
    show({ card: { photo }, batches: [{ status: 'generating' }] });
    render(<SingleForm />, { wrapper: InApp });
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('disabled', true);
    for (const name of ['Remove photo', 'Replace photo', 'AI Write'])
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the results', () => {
  const resultsTab = { tab: 'results' as const };

  test('the results show a placeholder before the first video', () => {
    show({ draft: resultsTab });
    render(<TabsPanel />, { wrapper: InApp });
    expect(screen.getByText(/^Your videos appear here/)).toBeTruthy();
  });

  test('the results show the chosen photo large before its first video, and a sample prompt only after a style is chosen', async () => {
    show({ draft: resultsTab, card: { photo }, state: { uploads: new Map([['bag', { status: 'sending', share: 0.4 }]]) } });
    render(<TabsPanel />, { wrapper: InApp });
    expect(screen.getByRole('heading', { name: 'Sample prompts' })).toBeTruthy();
    // The form shows the ratio and the added area, and the bar shows the price.
    expect(document.body.textContent).not.toMatch(/9:16|30%|\$/);
    expect(screen.queryByRole('button', { name: /^Use this prompt/ })).toBeNull();
    const [first] = within(screen.getByRole('group', { name: 'Sample prompts' })).getAllByRole('radio');
    await userEvent.click(first as HTMLElement);
    expect(screen.getByRole('button', { name: /^Use this prompt/ })).toBeTruthy();
    expect(screen.getByText('Uploading 40%')).toBeTruthy();
    expect(document.querySelector('video')).toBeNull();
  });

  test('the results show a new photo large, and the videos of the earlier photo in the strip', async () => {
    show({ draft: { ...resultsTab, photoOf: { 'run-1': 'other' } }, card: { photo }, batches: [completedItem] });
    render(<TabsPanel />, { wrapper: InApp });
    expect(screen.getByRole('heading', { name: 'Sample prompts' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show Video 1' }));
    expect(screen.getByRole('heading', { name: 'Video 1' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Sample prompts' })).toBeNull();
  });

  test('the results show the newest version large, and every version in the strip', async () => {
    show({ draft: resultsTab, card: { photo, prompt: 'Sway' }, batches: [failedItem, completedItem, completedItem] });
    render(<TabsPanel />, { wrapper: InApp });
    const details = screen.getByRole('region', { name: 'Video 3' });
    expect(details.textContent).toContain('newest');
    expect(details.textContent).toContain('Ready · Paid $2.00 · made in 1:24');
    expect(details.textContent).toContain('Veo 3.1 · 9:16 · 8s · 1080p · audio off');
    expect(within(details).getByRole('link', { name: 'Download video: bag.jpg' })).toBeTruthy();
    const strip = screen.getByRole('list', { name: 'Versions' });
    const tiles = within(strip).getAllByRole('article');
    expect(tiles.map((tile) => tile.getAttribute('aria-label'))).toEqual(['Video 3', 'Video 2', 'Video 1']);
    expect(tiles[0]?.textContent).toContain('Paid $2.00');
    expect(tiles[2]?.textContent).toContain('FailedNot charged');
    // One button is beside the tabs, and another button is below the result. The width of the window decides which of the two is visible.
    expect(screen.getAllByRole('button', { name: 'Download all (2)' })).toHaveLength(2);

    await userEvent.click(screen.getByRole('button', { name: 'Show Video 1' }));
    const failedDetails = screen.getByRole('region', { name: 'Video 1' });
    expect(failedDetails.textContent).toContain('content policy');
    expect(failedDetails.textContent).toContain('Not charged');
    expect(within(failedDetails).getByRole('button', { name: 'Retry Video 1 $2.00' })).toBeTruthy();
    expect(within(failedDetails).queryByRole('link')).toBeNull();
  });

  test('the results use the same player as the review, and the player shows that a video has no sound', async () => {
    show({ draft: resultsTab, batches: [completedItem, { ...completedItem, generateAudio: true }] });
    render(<TabsPanel />, { wrapper: InApp });
    const video = () => screen.getByLabelText<HTMLVideoElement>(/^Video \d$/, { selector: 'video' });
    expect(video().controls).toBe(false);
    expect(video().muted).toBe(true);
    expect(screen.getByRole('slider', { name: 'Position in the video' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy();
    const stage = screen.getByRole('group', { name: 'Video 2' });
    expect(stage.textContent).not.toContain('audio off');
    await userEvent.click(within(stage).getByRole('button', { name: 'Unmute' }));
    expect(video().muted).toBe(false);

    await userEvent.click(screen.getByRole('button', { name: 'Show Video 1' }));
    const silentStage = screen.getByRole('group', { name: 'Video 1' });
    expect(silentStage.textContent).toContain('audio off');
    expect(within(silentStage).queryByRole('button', { name: /ute$/ })).toBeNull();
  });

  test('the arrow keys select a result in the large display area, and the area keeps the focus', async () => {
    show({ draft: resultsTab, batches: [completedItem, failedItem, completedItem] });
    render(<TabsPanel />, { wrapper: InApp });
    const user = userEvent.setup();
    screen.getByRole('button', { name: 'Play' }).focus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByRole('region', { name: 'Video 3' })).toBeTruthy();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(screen.getByRole('region', { name: 'Video 1' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Video 1' }));
    const play = vi.mocked(HTMLMediaElement.prototype.play);
    const callCount = play.mock.calls.length;
    await user.keyboard(' ');
    expect(play.mock.calls.length).toBe(callCount + 1);
  });

  test.each([
    [undefined, 'Preparing the photo'],
    [{ strategy: 'DIRECT_GENERATION', added: 0, cutAway: 0 } as const, 'Making the video'],
  ])('the results show the current step of a video that is being made: %#', (framing, text) => {
    show({ draft: resultsTab, batches: [{ status: 'generating', startedAt: new Date(Date.now() - 5_500).toISOString(), framing }] });
    render(<TabsPanel />, { wrapper: InApp });
    const stage = screen.getByRole('group', { name: 'Video 1' });
    expect(stage.textContent).toContain(text);
    // Only the bar shows the elapsed time.
    expect(stage.textContent).not.toMatch(/\d:\d\d/);
  });

  test('the results show a late video as a delivered video that is not charged', () => {
    show({ draft: resultsTab, batches: [{ ...failedItem, videoUrl: '/late.mp4' }] });
    render(<TabsPanel />, { wrapper: InApp });
    expect(screen.getByRole('region', { name: 'Video 1' }).textContent).toContain('Finished late. Not charged');
    expect(document.querySelector('video')?.getAttribute('src')).toBe('/late.mp4');
  });

  test('the results offer a free crop of a video whose crop failed', () => {
    show({ draft: resultsTab, batches: [{ ...completedItem, cropFallback: true }] });
    render(<TabsPanel />, { wrapper: InApp });
    expect(screen.getByRole('button', { name: 'Crop again for free: bag.jpg' })).toBeTruthy();
  });

  test.each([
    ['queued', { status: 'queued', queuePosition: 3 }, 'Queued · number 3 · $2.00 reserved, charged when the video is ready'],
    ['generating', { status: 'generating' }, 'Generating · $2.00 reserved, charged when the video is ready'],
  ] as const)('the results show the state of a %s version', (_, changes, text) => {
    show({ draft: resultsTab, batches: [changes] });
    render(<TabsPanel />, { wrapper: InApp });
    const details = screen.getByRole('region', { name: 'Video 1' });
    expect(details.textContent).toContain(text);
    // The note exists twice. The width of the window decides which of the two is visible.
    expect(screen.getAllByText(/^Your video is being made\./)).toHaveLength(2);
    expect(details.textContent).toContain('You pay nothing for a cancelled video.');
    // Only the bar contains a button that cancels.
    expect(within(details).queryByRole('button')).toBeNull();
  });

  test('the results show an order as the newest version while its request is being sent', () => {
    show({ draft: resultsTab, batches: [completedItem], state: { sending: { cardIds: new Set(['single']), phase: 'uploading' } } });
    render(<TabsPanel />, { wrapper: InApp });
    expect(screen.getByRole('region', { name: 'Video 2' }).textContent).toContain('Starting');
  });

  test('the results show why the last order failed, until the user dismisses the message', async () => {
    show({ state: { failure: { code: 'Offline' } } });
    render(<TabsPanel />, { wrapper: InApp });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).not.toBe('');
    await userEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the filled button', () => {
  const filled = () =>
    [...document.querySelectorAll('a, button')]
      .filter((one) => one.className.split(' ').includes('bg-accent') && one.getAttribute('aria-disabled') !== 'true')
      // The download exists twice: beside the video, and for phones in the bar.
      .map((one) => one.getAttribute('aria-label') ?? visibleText(one).replace(/\$.*/, ''));
  const visibleText = (control: Element): string => {
    const copy = control.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
    return copy.textContent;
  };
  const refused = { ...failedItem, photoUrl: '/bag.jpg' };
  const stopped = { status: 'failed', error: { code: 'VendorTimeout', message: 'late' }, photoUrl: '/bag.jpg' } as const;
  const ordered = { photo, prompt: 'p' };
  const draft = { tab: 'results' as const, photoOf: { 'run-1': 'bag' } };

  test.each([
    ['saves the video of the form', completedItem, ordered, ['Download video: bag.jpg', 'Download video: bag.jpg']],
    ['runs a changed form', completedItem, { ...ordered, prompt: 'Sway' }, ['Run with changes']],
    ['repeats a video after a temporary failure', stopped, ordered, ['Retry Video 1']],
    ['runs the form after a refusal', refused, ordered, ['Run']],
  ])('the filled button %s', (_, item, card, names) => {
    show({ draft, card, batches: [{ ...item, prompt: 'p' }] });
    render(
      <>
        <TabsPanel />
        <RunBar />
      </>,
      { wrapper: InApp },
    );
    expect(filled()).toEqual(names);
  });

  test.each([
    ['only Run orders one more video if the form has the settings of the shown video', 'p', ['Run']],
    ['Redo orders the settings of the shown video, and Run orders a changed form', 'Sway', ['Redo Video 1', 'Run with changes']],
  ])('%s', (_, prompt, names) => {
    show({ draft, card: { ...ordered, prompt }, batches: [{ ...completedItem, prompt: 'p', photoUrl: '/bag.jpg' }] });
    render(
      <>
        <TabsPanel />
        <RunBar />
      </>,
      { wrapper: InApp },
    );
    const paid = screen.getAllByRole('button').filter((one) => one.textContent.includes('$'));
    expect(paid.map((one) => visibleText(one).replace(/\$.*/, ''))).toEqual(names);
    // The form already has the settings of the video, so a button that copies them would have no effect.
    expect(screen.queryAllByRole('button', { name: 'Use these settings' })).toHaveLength(names.length - 1);
  });

  test('saves a shown video with other settings if a newer video has the settings of the form', () => {
    const photoOf = { 'run-1': 'bag', 'run-2': 'bag' };
    const older = { ...completedItem, prompt: 'older', photoUrl: '/bag.jpg' };
    show({ draft: { ...draft, photoOf }, card: ordered, batches: [older, { ...completedItem, prompt: 'p' }] });
    singleView.setState({ shownId: 'run-1' });
    render(<TabsPanel />, { wrapper: InApp });
    expect(filled()).toEqual(['Download video: bag.jpg']);
    expect(screen.getByRole('button', { name: 'Redo Video 1 $2.00' })).toBeTruthy();
  });

  test('is not beside Redo if the photo of the video is missing', () => {
    show({ draft: { tab: 'results' }, batches: [{ ...completedItem, photoUrl: undefined }] });
    render(<TabsPanel />, { wrapper: InApp });
    expect(screen.queryByRole('button', { name: /^Redo/ })).toBeNull();
  });
});

describe('a refusal', () => {
  const item = { ...failedItem, prompt: 'p' };
  const refusedPage = { draft: { tab: 'results' as const, photoOf: { 'run-1': 'bag' } }, card: { photo, prompt: 'p' }, batches: [item] };

  test('a refusal gives the focus to the prompt, and marks it until it is changed', () => {
    show({ ...refusedPage, batches: [{ ...item, status: 'generating' }] });
    render(<SingleForm />, { wrapper: InApp });
    const prompt = screen.getByRole('textbox', { name: 'Prompt' });
    expect(prompt.getAttribute('aria-invalid')).toBe('false');
    act(() => show(refusedPage));
    expect(document.activeElement).toBe(prompt);
    expect(prompt.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(prompt.getAttribute('aria-describedby') ?? '')?.textContent).toContain('content policy');
    fireEvent.change(prompt, { target: { value: 'Sway' } });
    fireEvent.focusOut(prompt);
    expect(prompt.getAttribute('aria-invalid')).toBe('false');
  });

  test('is not ordered again before the photo or the prompt is changed', async () => {
    const order = vi.spyOn(singleVideo, 'order').mockReturnValue();
    show(refusedPage);
    const { unmount } = render(<TabsPanel />, { wrapper: InApp });
    const retry = () => screen.getByRole('button', { name: 'Retry Video 1 $2.00' });
    expect(retry().getAttribute('aria-disabled')).toBe('true');
    expect(retry().getAttribute('aria-description')).toBe('Change the prompt first');
    await userEvent.click(retry());
    expect(order).not.toHaveBeenCalled();
    unmount();

    for (const card of [
      { photo, prompt: 'p', aspectRatio: '16:9' },
      { photo, prompt: '' },
    ]) {
      show({ ...refusedPage, card });
      const view = render(<TabsPanel />, { wrapper: InApp });
      expect(retry().getAttribute('aria-disabled')).toBe('true');
      view.unmount();
    }

    show({ ...refusedPage, card: { photo, prompt: 'Sway' } });
    render(<TabsPanel />, { wrapper: InApp });
    await userEvent.click(retry());
    expect(order).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ prompt: 'Sway' })], { replaces: 'run-1', retryOf: undefined });
  });

  test('leaves the focus in a field in which the seller types', () => {
    show({ ...refusedPage, batches: [{ ...item, status: 'generating' }] });
    render(
      <>
        <SingleForm />
        <input aria-label="Other" />
      </>,
      { wrapper: InApp },
    );
    screen.getByRole('textbox', { name: 'Other' }).focus();
    act(() => show(refusedPage));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Other' }));
  });
});

describe('the bar', () => {
  const bar = () => screen.getByRole('region', { name: 'Run' });
  const runButton = () => within(bar()).getByRole('button', { name: 'Run' });

  test.each([
    [{}, 'Add a photo and a prompt.'],
    [{ prompt: 'Sway' }, 'Add a photo.'],
    [{ photo }, 'Write a prompt, or use one of the samples.'],
    [{ photo, prompt: 'x'.repeat(2_001) }, 'The prompt is too long.'],
  ])('the bar names the missing input: %#', (card, text) => {
    show({ card });
    render(<RunBar />, { wrapper: InApp });
    expect(bar().textContent).toContain(text);
    expect(runButton().getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(runButton().getAttribute('aria-describedby') ?? '')?.textContent).toBe(text);
  });

  test('the bar shows the price before the order', () => {
    show({ card: { photo, prompt: 'Sway' } });
    render(<RunBar />, { wrapper: InApp });
    expect(bar().textContent).toContain('Ready to run.');
    expect(bar().textContent).toContain('1 video · $2.00');
    expect(runButton().getAttribute('aria-disabled')).toBe('false');
    expect(within(bar()).queryByRole('button', { name: 'Start new' })).toBeNull();
  });

  test('the bar shows the progress and the Cancel button while a video is being made', () => {
    show({ card: { photo, prompt: 'Sway' }, batches: [completedItem, { status: 'generating' }] });
    render(<RunBar />, { wrapper: InApp });
    expect(bar().textContent).toContain('Generating Video 2');
    expect(screen.getByRole('progressbar', { name: 'Progress of all videos' }).getAttribute('aria-valuetext')).toBe('0 of 1 video ready');
    expect(within(bar()).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(within(bar()).getByRole('button', { name: 'Generating…' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('the bar estimates the time left from the usual duration of the model until this browser has measured a video of the model', () => {
    const durations = [{ id: 'a/single', model: 'veo3', ms: 600_000 }];
    show({ batches: [{ status: 'generating', startedAt: new Date().toISOString() }] });
    const { rerender } = render(<RunBar />, { wrapper: InApp });
    expect(bar().textContent).toMatch(/about 2 min left · \d:\d\d elapsed/);
    act(() => store.setState({ durations }));
    rerender(<RunBar />);
    expect(bar().textContent).toContain('about 10 min left');
  });

  test('after the video is delivered, the bar shows the result, although its batch has not ended yet', () => {
    const delivered = videoBatch('run-1', completedItem);
    show({ card: { photo, prompt: 'Sway' }, state: { batches: [{ ...delivered, status: 'running' }] } });
    render(<RunBar />, { wrapper: InApp });
    expect(bar().textContent).toContain('1 ready · $2.00 paid');
    expect(screen.queryByRole('progressbar', { name: 'Progress of all videos' })).toBeNull();
    expect(within(bar()).queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  test('the bar shows the counts of the results and the button Start new', () => {
    show({ card: { photo, prompt: 'Sway' }, batches: [failedItem, completedItem, completedItem] });
    render(<RunBar />, { wrapper: InApp });
    expect(bar().textContent).toContain('2 ready · 1 failed, not charged · $4.00 paid');
    expect(within(bar()).getByRole('button', { name: 'Start new' })).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('counts cancelled videos and failed videos separately', () => {
    show({ batches: [failedItem, { status: 'cancelled' }, { status: 'cancelled' }] });
    render(<RunBar />, { wrapper: InApp });
    expect(bar().textContent).toContain('1 failed, not charged · 2 cancelled, not charged');
  });
});
