// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { BalanceFigures } from './balance-figures.tsx';

const textOf = (credits: number, available: number) =>
  renderWithTexts(<BalanceFigures balances={{ credits, available }} />).container.textContent;

test('without running work, the balance has no reserved part', () => {
  expect(textOf(500, 500)).toBe('Balance $5.00 available');
});

test('while work runs, the balance is the available part, and screen readers get the reserved part', () => {
  expect(textOf(500, 140)).toBe('Balance $1.40 available $3.60 reserved');
});

test('a reserved balance is zero, not the settled amount', () => {
  expect(textOf(200, 0)).toBe('Balance $0.00 available $2.00 reserved');
});
