// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { CheckedFileCard } from './checked-file.tsx';
import { PlacementResult } from './placement-result.tsx';

vi.mock('#web/lib/session/use-is-seller.ts', () => ({ useIsSeller: () => true }));

const image: Probe = { kind: 'image', format: 'jpeg', width: 800, height: 533, bytes: 100_000, whiteBackground: false };
const show = (probe: Probe, placement: ReturnType<typeof placementOf>) =>
  renderWithTexts(<PlacementResult fileId="f" fileName="bag.jpg" probe={probe} isMeasured placement={placement} />);
const linesOf = (list: Element | undefined) => [...(list?.children ?? [])].map((line) => line.querySelector('p')?.textContent);

describe('the result of one marketplace', () => {
  test('shows the verdict with the number of problems, then the list of the problems, then the other rules in a closed section', () => {
    show(image, placementOf('amazon.main-image'));
    const section = screen.getByRole('region', { name: 'Amazon · Main image' });
    expect(section.textContent).toContain('Does not pass · 2 problems');
    const [problems, others] = section.querySelectorAll('ul');
    expect(linesOf(problems)).toEqual([
      'Does not pass: Longer side',
      'Does not pass: White background',
      'Passes; some advice is not followed: Longer side, recommended',
    ]);
    const folded = section.querySelector('details');
    expect(folded?.open).toBe(false);
    expect(folded?.contains(others ?? null)).toBe(true);
    expect(within(section).getByText(/^\d+ more rules$/)).toBeTruthy();
    expect(linesOf(others).every((name) => /^(Passes|Not everything could be measured): /.test(name ?? ''))).toBe(true);
    // The button is in the same line as the verdict.
    expect(section.firstElementChild?.contains(within(section).getByRole('button', { name: 'Fix' }))).toBe(true);
  });

  test('shows no problem and no button if the file passes', () => {
    show(
      { kind: 'video', container: 'mp4', codec: 'h264', width: 720, height: 1280, seconds: 8, bytes: 2_000_000 },
      placementOf('tiktok.feed-video'),
    );
    expect(screen.queryByText(/problem/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Fix' })).toBeNull();
  });
});

test('the marketplaces that refuse a file are first', () => {
  const probe: Probe = { kind: 'video', container: 'mp4', codec: 'h264', width: 720, height: 1280, seconds: 3, bytes: 2_000_000 };
  renderWithTexts(
    <ul>
      <CheckedFileCard
        file={{ id: 'f', name: 'clip.mp4', src: 'blob:clip', isVideo: true, report: { probe, findings: [] } }}
        placements={[placementOf('tiktok.feed-video'), placementOf('amazon.main-image'), placementOf('shopee.listing-video')]}
      />
    </ul>,
  );
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Shopee · Listing video',
    'TikTok · Feed video',
  ]);
});
