// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { BalanceFigures } from './balance-figures.tsx';

const textOf = (credits: number, available: number) =>
  renderWithTexts(<BalanceFigures balances={{ credits, available }} />).container.textContent;

test('without running work, no reserved amount is shown', () => {
  expect(textOf(500, 500)).toBe('Balance $5.00 available');
});

test('while work is running, the available amount is shown, and only screen readers read the reserved amount', () => {
  expect(textOf(500, 140)).toBe('Balance $1.40 available $3.60 reserved');
});

test('if all credits are reserved, the shown balance is zero', () => {
  expect(textOf(200, 0)).toBe('Balance $0.00 available $2.00 reserved');
});
