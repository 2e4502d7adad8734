// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '#web/app/paths.ts';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import { takePassedImages } from '#web/lib/passed-images.ts';
import { MemoryRouter, useLocation } from '#web/lib/router.tsx';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import type { Photo } from './photo.ts';
import { usePassedImages } from './use-passed-images.ts';

const result = {
  key: '1',
  name: 'Lamp',
  src: '/lamp.jpg',
  downloadUrl: '/lamp.jpg?save',
  fileName: 'lamp.jpg',
  resultKey: 'results/u/b/1.jpg',
};

// The file cannot be fetched in this test, so the page shows the photo with its URL.
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue();
});

/** The batch image page with one result. The page adds the images that another page passes to it. */
function Page({ add }: { add: (photos: Photo[]) => void }) {
  usePassedImages(true, add);
  return <ResultMenu result={result} />;
}

const BatchImageOnly = ({ add }: { add: (photos: Photo[]) => void }) =>
  useLocation().pathname === paths.batchImage ? <Page add={add} /> : null;

const renderPage = (add: (photos: Photo[]) => void) =>
  renderWithTexts(
    <MemoryRouter initialEntries={[paths.batchImage]}>
      <BatchImageOnly add={add} />
    </MemoryRouter>,
  );

const choose = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'More for Lamp' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

test('each use of a result as input on the same page adds a photo to this page', async () => {
  const add = vi.fn();
  renderPage(add);
  for (const times of [1, 2]) {
    await choose('Use as input');
    await waitFor(() => expect(add).toHaveBeenCalledTimes(times));
  }
  expect(add).toHaveBeenLastCalledWith([expect.objectContaining({ title: 'Lamp', uploadKey: result.resultKey })]);
});

test('a result that is used for a video is stored until the video page opens', async () => {
  const add = vi.fn();
  renderPage(add);
  await choose('Make a video');
  expect(takePassedImages(paths.batchVideo)).toEqual([{ resultKey: result.resultKey, title: 'Lamp', src: '/lamp.jpg' }]);
  expect(add).not.toHaveBeenCalled();
});

test('a result without a key in storage has no menu', () => {
  renderWithTexts(
    <MemoryRouter>
      <ResultMenu result={{ ...result, resultKey: undefined }} />
    </MemoryRouter>,
  );
  expect(screen.queryByRole('button')).toBeNull();
});
