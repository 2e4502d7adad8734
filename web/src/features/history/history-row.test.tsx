// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { HistorySummary } from '#shared/history/api.ts';
import { queries } from '#web/lib/queries.ts';
import { MemoryRouter } from '#web/lib/router.tsx';
import { SessionProvider } from '#web/lib/session/session-provider.tsx';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryRow } from './history-row.tsx';

const run: HistorySummary = {
  id: '08bece7b-0000-4000-8000-000000000000',
  user_id: 'u',
  result_kind: 'video',
  batch_id: '08bece7b-0000-4000-8000-000000000000',
  prompt: 'The bag sways',
  total_images: 6,
  completed_images: 5,
  failed_images: 1,
  status: 'partial',
  aspect_ratio: '9:16',
  model: 'veo3',
  created_at: new Date().toISOString(),
  thumbnails: ['/1.jpg', '/2.jpg', '/3.jpg', '/4.jpg'],
  file_names: ['bag'],
  charged: 10,
  retry_cost: 2,
};

const show = ({ isPhone, changes = {} }: { isPhone: boolean; changes?: Partial<HistorySummary> }) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: isPhone, media }) as MediaQueryList,
  );
  renderWithTexts(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <SessionProvider>
          <ul>
            <HistoryRow run={{ ...run, ...changes }} userId="u" onStale={vi.fn()} />
          </ul>
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
};
const buttons = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a row with a failed item', () => {
  test('has its actions in one line, and the button that shows the results is the last one', () => {
    show({ isPhone: false });
    expect(buttons().slice(-3)).toEqual(['Retry failed $2.00', 'Open again', 'Show videos']);
    expect(screen.getByRole('button', { name: 'Copy batch ID' })).toBeTruthy();
    expect(document.querySelectorAll('img')).toHaveLength(4);
    expect(screen.getByText('+2 more')).toBeTruthy();
  });

  test('has one picture and a menu on phones', async () => {
    show({ isPhone: true });
    expect(buttons().slice(-3)).toEqual(['Show videos', 'Retry failed $2.00', 'More']);
    expect(document.querySelectorAll('img')).toHaveLength(1);
    expect(screen.getByText('+5 more')).toBeTruthy();
    expect(screen.queryByText('08bece7b…')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Open again', 'Copy batch ID08bece7b…']);
  });

  test('has no retry after its failed items were ordered again', () => {
    show({ isPhone: false, changes: { retry_cost: undefined } });
    expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  });
});

describe('the filters', () => {
  // The DOM of the tests does not know the element `search`, and React warns about it.
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

  const noFilters = { search: '', tool: undefined, status: undefined, kept: false, days: undefined };

  test('show their name and their value, and one status finds the runs without a result', async () => {
    const onChange = vi.fn();
    renderWithTexts(<HistoryFilters list="video" filters={noFilters} onChange={onChange} />);
    expect(screen.getByText('Status: All')).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Nothing delivered');
    expect(onChange).toHaveBeenLastCalledWith('status', 'undelivered');
    await userEvent.click(screen.getByRole('button', { name: 'Kept', pressed: false }));
    expect(onChange).toHaveBeenLastCalledWith('kept', 'yes');
  });

  test('have a separate button that clears the search', async () => {
    renderWithTexts(<HistoryFilters list="image" filters={{ ...noFilters, search: 'bag' }} onChange={vi.fn()} />);
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(search.value).toBe('');
    expect(document.activeElement).toBe(search);
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });
});
