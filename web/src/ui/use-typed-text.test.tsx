// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useTypedText } from './use-typed-text.ts';

const seen: string[] = [];

function Field({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { text, type } = useTypedText(value, onChange);
  return <textarea aria-label="Prompt" value={text} onChange={(event) => type(event.target.value)} />;
}

function Page() {
  const [value, setValue] = useState('start');
  const change = (text: string) => {
    seen.push(text);
    setValue(text);
  };
  return (
    <>
      <Field value={value} onChange={change} />
      <p data-testid="value">{value}</p>
      <button type="button" onClick={() => seen.push(`action with ${value}`)}>
        Act
      </button>
    </>
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const typeText = (text: string) => fireEvent.change(field(), { target: { value: text } });
const passTime = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  seen.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('useTypedText', () => {
  test('the hook shows each letter immediately, and calls onChange after a pause', () => {
    render(<Page />);
    typeText('a');
    typeText('ab');
    expect(field().value).toBe('ab');
    expect(seen).toEqual([]);
    passTime(249);
    expect(seen).toEqual([]);
    passTime(1);
    expect(seen).toEqual(['ab']);
    expect(field().value).toBe('ab');
  });

  test.each([
    ['a click', () => fireEvent.click(screen.getByRole('button', { name: 'Act' }))],
    ['leaving the field', () => fireEvent.focusOut(field())],
    ['the Enter key', () => fireEvent.keyDown(field(), { key: 'Enter' })],
    ['a shortcut', () => fireEvent.keyDown(field(), { key: 'd', ctrlKey: true })],
    ['closing the page', () => fireEvent(window, new Event('pagehide'))],
  ])('after %s, the hook calls onChange immediately', (_, act) => {
    render(<Page />);
    typeText('ab');
    act();
    expect(seen[0]).toBe('ab');
    expect(screen.getByTestId('value').textContent).toBe('ab');
    passTime(1_000);
    expect(seen.filter((text) => text === 'ab')).toHaveLength(1);
  });

  test('after a letter key, the hook does not call onChange', () => {
    render(<Page />);
    typeText('ab');
    fireEvent.keyDown(field(), { key: 'c' });
    expect(seen).toEqual([]);
  });

  test('if a field is removed, the hook first calls onChange with the text of the field', () => {
    const onChange = vi.fn();
    const { unmount } = render(<Field value="" onChange={onChange} />);
    typeText('ab');
    unmount();
    expect(onChange.mock.calls).toEqual([['ab']]);
    passTime(1_000);
    expect(onChange).toHaveBeenCalledOnce();
  });

  test('a new value from the parent replaces the typed text, and the typed text does not come back', () => {
    const onChange = vi.fn();
    const { rerender } = render(<Field value="" onChange={onChange} />);
    typeText('ab');
    rerender(<Field value="written by AI" onChange={onChange} />);
    expect(field().value).toBe('written by AI');
    rerender(<Field value="" onChange={onChange} />);
    expect(field().value).toBe('');
    passTime(1_000);
    expect(onChange).not.toHaveBeenCalled();
  });

  test('the hook keeps the cursor in the middle of a text', async () => {
    vi.useRealTimers();
    render(<Page />);
    await userEvent.type(field(), 'XY', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect(field().value).toBe('stXYart');
    expect(field().selectionStart).toBe(4);
  });
});
