// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addOpenDialog } from './open-dialogs.ts';
import { OpenLayer } from './open-layers.tsx';
import { renderWithTexts } from './render.test-support.tsx';
import { ToastRegion, Toasts } from './toast.tsx';
import { closeToastOnUserAction, hideToast, holdToast, showToast, toastDurationMs, toastStore } from './toast-store.ts';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  toastStore.setState({ toast: undefined, waiting: undefined, isHeld: false });
});

const shownMessage = () => toastStore.getState().toast?.message;

describe('the store', () => {
  test('the store shows only the newest toast', () => {
    showToast({ message: 'first' });
    showToast({ message: 'second' });
    expect(shownMessage()).toBe('second');
    hideToast();
    expect(shownMessage()).toBeUndefined();
  });

  test('the store shows the welcome toast only after the toast of an action has closed', () => {
    showToast({ message: 'saved' });
    showToast({ type: 'welcome', message: 'hello' });
    expect(shownMessage()).toBe('saved');
    hideToast();
    expect(shownMessage()).toBe('hello');
  });

  test('the store closes a toast about the previous action when the user does something else', () => {
    showToast({ message: 'removed', untilNextAction: true });
    closeToastOnUserAction();
    expect(shownMessage()).toBeUndefined();
    showToast({ message: 'saved' });
    closeToastOnUserAction();
    expect(shownMessage()).toBe('saved');
  });

  test('the store replaces the welcome toast with the toast of an action', () => {
    showToast({ type: 'welcome', message: 'hello' });
    showToast({ message: 'saved' });
    expect(shownMessage()).toBe('saved');
  });
});

describe('the region', () => {
  test('the region shows a toast that code outside React has requested, and closes it after its time', () => {
    renderWithTexts(<Toasts />);
    act(() => showToast({ message: 'saved' }));
    expect(screen.getByRole('status').textContent).toBe('saved');
    act(() => vi.advanceTimersByTime(toastDurationMs));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  test('the region does not close a toast while the pointer or the focus is on the toast, and then shows the toast for its full time', () => {
    renderWithTexts(<Toasts />);
    act(() => showToast({ message: 'saved' }));
    act(() => holdToast(true));
    act(() => vi.advanceTimersByTime(10 * toastDurationMs));
    expect(shownMessage()).toBe('saved');
    act(() => holdToast(false));
    act(() => vi.advanceTimersByTime(toastDurationMs));
    expect(shownMessage()).toBeUndefined();
  });

  test('the region runs the action of a toast and closes the toast', async () => {
    const undo = vi.fn();
    renderWithTexts(<Toasts />);
    act(() => showToast({ message: 'applied', action: { label: 'Undo', run: undo } }));
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(shownMessage()).toBeUndefined();
  });

  test('the region announces a failure as an alert', () => {
    renderWithTexts(<Toasts />);
    act(() => showToast({ type: 'destructive', message: 'Payment failed' }));
    expect(screen.getByRole('alert').textContent).toBe('Payment failed');
  });

  test('the region shows a toast only in the topmost dialog', () => {
    renderWithTexts(
      <>
        <Toasts />
        <div data-testid="dialog">
          <ToastRegion dialog="d" />
        </div>
      </>,
    );
    let close = () => {};
    act(() => {
      close = addOpenDialog('d');
      showToast({ message: 'saved' });
    });
    expect(screen.getByTestId('dialog').textContent).toBe('saved');
    expect(screen.getAllByText('saved')).toHaveLength(1);
    act(close);
    expect(screen.getByTestId('dialog').textContent).toBe('');
    expect(screen.getAllByText('saved')).toHaveLength(1);
  });

  test('shows no toast while a menu is open, and afterwards shows it for its full time', () => {
    const { rerender } = renderWithTexts(<Toasts />);
    const show = (isMenuOpen: boolean) =>
      rerender(
        <>
          <Toasts />
          {isMenuOpen && <OpenLayer />}
        </>,
      );
    show(true);
    act(() => showToast({ message: 'saved' }));
    act(() => vi.advanceTimersByTime(10 * toastDurationMs));
    expect(screen.getByRole('status').textContent).toBe('');
    show(false);
    expect(screen.getByRole('status').textContent).toBe('saved');
    act(() => vi.advanceTimersByTime(toastDurationMs));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  test('shows the welcome toast only after all dialogs have closed', () => {
    renderWithTexts(
      <>
        <Toasts />
        <ToastRegion dialog="d" look="sheet" />
      </>,
    );
    let close = () => {};
    act(() => {
      close = addOpenDialog('d');
      showToast({ type: 'welcome', message: 'hello' });
    });
    expect(screen.queryByText('hello')).toBeNull();
    act(close);
    expect(screen.getByText('hello')).toBeTruthy();
  });

  test('shows a toast inside the content of a sheet, so that it covers nothing', () => {
    renderWithTexts(<ToastRegion dialog="d" look="sheet" />);
    let close = () => {};
    act(() => {
      close = addOpenDialog('d');
      showToast({ message: 'saved' });
    });
    expect(screen.getByText('saved').closest('[popover]')).toBeNull();
    act(close);
  });
});
