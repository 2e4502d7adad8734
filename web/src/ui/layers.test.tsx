// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Menu } from './menu.tsx';
import { renderWithTexts } from './render.test-support.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Sheet } from './sheet.tsx';

describe('a sheet', () => {
  test('a sheet is a dialog with a name, and the focus starts at its title', () => {
    renderWithTexts(
      <Sheet open onClose={vi.fn()} title="Bulk Settings">
        <input aria-label="Prompt" />
      </Sheet>,
    );
    expect(screen.getByRole('dialog', { name: 'Bulk Settings' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Bulk Settings' }));
  });

  test('a sheet renders its content only while it is open', () => {
    renderWithTexts(
      <Sheet open={false} onClose={vi.fn()} title="Bulk Settings">
        <input aria-label="Prompt" />
      </Sheet>,
    );
    expect(screen.queryByLabelText('Prompt')).toBeNull();
  });

  test('a sheet closes after a click on its button', async () => {
    const close = vi.fn();
    renderWithTexts(
      <Sheet open onClose={close} title="Bulk Settings">
        text
      </Sheet>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledOnce();
  });

  // The browser closes the dialog after Escape.
  test('a sheet closes when the browser closes the dialog', () => {
    const close = vi.fn();
    renderWithTexts(
      <Sheet open onClose={close} title="Bulk Settings">
        text
      </Sheet>,
    );
    screen.getByRole<HTMLDialogElement>('dialog').close();
    expect(close).toHaveBeenCalledOnce();
  });

  test('a sheet stays open when a sheet inside it closes', () => {
    const dismissOuter = vi.fn();
    const dismissInner = vi.fn();
    renderWithTexts(
      <Sheet open onClose={dismissOuter} title="Bulk Settings">
        <Sheet open onClose={dismissInner} title="Styles">
          text
        </Sheet>
      </Sheet>,
    );
    screen.getByRole<HTMLDialogElement>('dialog', { name: 'Styles' }).close();
    expect(dismissInner).toHaveBeenCalledOnce();
    expect(dismissOuter).not.toHaveBeenCalled();
  });

  test('a sheet that is closed and immediately opened again is not dismissed by the late close event', async () => {
    const dismiss = vi.fn();
    const sheet = (open: boolean) => (
      <Sheet open={open} onClose={dismiss} title="Bulk Settings">
        text
      </Sheet>
    );
    // A browser dispatches the close event in a later task, and happy-dom dispatches it immediately.
    vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      setTimeout(() => this.dispatchEvent(new Event('close')));
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const waitForTask = () => new Promise((resolve) => setTimeout(resolve));
    const { rerender } = renderWithTexts(sheet(true));
    rerender(sheet(false));
    rerender(sheet(true));
    await waitForTask();
    expect(dismiss).not.toHaveBeenCalled();
    expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
    screen.getByRole<HTMLDialogElement>('dialog').close();
    await waitForTask();
    expect(dismiss).toHaveBeenCalledOnce();
  });
});

describe('a menu', () => {
  const open = async (items: Parameters<typeof Menu>[0]['items']) => {
    renderWithTexts(<Menu label="More" items={items} />);
    screen.getByRole('button', { name: 'More' }).focus();
    await userEvent.keyboard('{Enter}');
  };

  test('a menu can be opened with the keyboard, and an arrow key reaches an item', async () => {
    const startNew = vi.fn();
    await open([{ label: 'Recreate', price: '$48.00', onSelect: vi.fn() }, 'separator', { label: 'Start new', onSelect: startNew }]);
    expect(screen.getByRole('menuitem', { name: 'Recreate $48.00' })).toBe(document.activeElement);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(startNew).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('a menu shows why an item is disabled, and the keyboard can reach but not run this item', async () => {
    const apply = vi.fn();
    await open([{ label: 'Duration 8s', disabled: 'all have it', onSelect: apply }]);
    const item = screen.getByRole('menuitem', { name: 'Duration 8s all have it' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(item);
    await userEvent.keyboard('{Enter}');
    expect(apply).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeTruthy();
  });

  test('a menu closes on Escape and returns the focus to its button', async () => {
    await open([{ label: 'Start new', onSelect: vi.fn() }]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
  });
});

test('the bar for selected items has a name, announces the count, and ends the selection', async () => {
  const close = vi.fn();
  renderWithTexts(<SelectionBar label="Selected cards" count="5 selected" hint="$10.00" onClose={close} />);
  expect(screen.getByRole('region', { name: 'Selected cards' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('5 selected$10.00');
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(close).toHaveBeenCalledOnce();
});
