// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import { ApiError } from '#web/lib/api.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import english from '../../../../locales/en/common.json' with { type: 'json' };
import { findResult } from './find-result.ts';
import { FixButton } from './fix-button.tsx';

vi.mock('./find-result.ts', () => ({ findResult: vi.fn() }));
vi.mock('#web/lib/session/use-is-seller.ts', () => ({ useIsSeller: () => true }));

const probe: Probe = { kind: 'video', container: 'mp4', codec: 'h264', width: 720, height: 1280, seconds: 8, bytes: 2_000_000 };

beforeEach(() => {
  vi.mocked(findResult).mockReset();
  renderWithTexts(<FixButton fileName="clip.mp4" probe={probe} placement={placementOf('shopee.listing-video')} />);
});

const clickFix = () => userEvent.click(screen.getByRole('button', { name: english.check.fix }));

test('a file that the seller did not make here gets the changes that it needs', async () => {
  vi.mocked(findResult).mockResolvedValue(undefined);
  await clickFix();
  expect(screen.getByRole('status').textContent).toContain(english.check.foreign);
});

test('if the results cannot be read, the page shows the error, and says nothing about the origin of the file', async () => {
  vi.mocked(findResult).mockRejectedValue(new ApiError('Unreachable'));
  await clickFix();
  const { textContent } = screen.getByRole('status');
  expect(textContent).toContain(english.errors.Unreachable);
  expect(textContent).not.toContain(english.check.foreign);
});
