// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { Chip } from './chip.tsx';
import { Field } from './field.tsx';
import { FilterTabs } from './filter-tabs.tsx';
import { Input } from './input.tsx';
import { RadioCards } from './radio-cards.tsx';
import { renderWithTexts } from './render.test-support.tsx';
import { Switch } from './switch.tsx';

describe('a check box', () => {
  test('a check box is named by its label and toggles with the space bar', async () => {
    const change = vi.fn();
    renderWithTexts(<Checkbox label="Remove text" checked={false} onChange={change} />);
    const box = screen.getByRole('checkbox', { name: 'Remove text' });
    await userEvent.tab();
    expect(document.activeElement).toBe(box);
    await userEvent.keyboard(' ');
    expect(change.mock.calls[0]?.[0]).toBe(true);
  });

  test('a check box reports whether the Shift key was down during the click', async () => {
    const change = vi.fn();
    renderWithTexts(
      <Checkbox aria-label="bag.jpg" checked={false} onChange={(_, event) => change((event.nativeEvent as MouseEvent).shiftKey)} />,
    );
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'bag.jpg' }));
    await user.keyboard('{/Shift}');
    expect(change).toHaveBeenCalledWith(true);
  });

  test('a check box is indeterminate while only some items are selected', () => {
    renderWithTexts(<Checkbox label="All" checked={false} indeterminate onChange={vi.fn()} />);
    expect(screen.getByRole<HTMLInputElement>('checkbox').indeterminate).toBe(true);
  });

  test('a check box does not change while it is disabled', async () => {
    const change = vi.fn();
    renderWithTexts(<Checkbox label="All" checked={false} disabled onChange={change} />);
    await userEvent.click(screen.getByRole('checkbox'));
    expect(change).not.toHaveBeenCalled();
  });
});

test('a switch has its role, its name and its state', async () => {
  const change = vi.fn();
  renderWithTexts(<Switch label="Add a shadow" checked onChange={change} />);
  await userEvent.click(screen.getByRole('switch', { name: 'Add a shadow', checked: true }));
  expect(change).toHaveBeenCalledWith(false);
});

describe('a chip', () => {
  const options = [
    { value: '9:16', label: '9:16 TikTok', short: '9:16' },
    { value: '1:1', label: '1:1 Shopify', short: '1:1' },
  ];

  test('a chip is a dropdown with a name, and shows the short text of the value', async () => {
    const change = vi.fn();
    renderWithTexts(<Chip label="Aspect ratio" value="9:16" options={options} onChange={change} />);
    const select = screen.getByRole('combobox', { name: 'Aspect ratio' });
    expect(screen.getByText('9:16', { selector: 'span' })).toBeTruthy();
    await userEvent.selectOptions(select, '1:1');
    expect(change).toHaveBeenCalledWith('1:1');
  });

  test('a chip cannot get the focus while it is disabled', async () => {
    renderWithTexts(<Chip label="Aspect ratio" value="9:16" options={options} onChange={vi.fn()} disabled />);
    await userEvent.tab();
    expect(document.activeElement).toBe(document.body);
  });
});

test('a field connects its control with the label, the error and the hint', () => {
  renderWithTexts(
    <Field label="E-mail" hint="From Google" error="Not an address">
      {(control) => <Input {...control} />}
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'E-mail' });
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const texts = input
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(texts).toEqual(['Not an address', 'From Google']);
});

test('the content of a radio card is shown only while the card is chosen', async () => {
  const change = vi.fn();
  const options = [
    { value: 'ten', label: '$10.00' },
    { value: 'custom', label: 'Custom', content: 'Enter an amount' },
  ];
  const { rerender } = renderWithTexts(<RadioCards label="Credits" value="ten" options={options} onChange={change} />);
  expect(screen.queryByText('Enter an amount')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Custom' }));
  expect(change).toHaveBeenCalledWith('custom');
  rerender(<RadioCards label="Credits" value="custom" options={options} onChange={change} />);
  expect(screen.getByText('Enter an amount')).toBeTruthy();
});

test('a filter shows its count and whether it is active', async () => {
  const change = vi.fn();
  const options = [
    { value: 'all', label: 'All', count: 24 },
    { value: 'failed', label: 'Failed', count: 2, tone: 'failed' as const },
  ];
  renderWithTexts(<FilterTabs label="Show" value="all" options={options} onChange={change} />);
  expect(screen.getByRole('button', { name: 'All 24', pressed: true })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Failed 2', pressed: false }));
  expect(change).toHaveBeenCalledWith('failed');
});
