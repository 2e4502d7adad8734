import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

const thirtyDaysMs = 30 * 86_400_000;

describe('the system clock', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('the system clock can sleep longer than the maximum of one timer', async () => {
    const startedAt = systemClock.now();
    const pendingSleep = systemClock.sleep(thirtyDaysMs, new AbortController().signal);
    await vi.runAllTimersAsync();
    await pendingSleep;
    expect(systemClock.now() - startedAt).toBe(thirtyDaysMs);
  });

  it('the system clock rejects an aborted sleep with the reason of the signal, and leaves no timer', async () => {
    const controller = new AbortController();
    const pendingSleep = systemClock.sleep(thirtyDaysMs, controller.signal);
    controller.abort(new Error('enough'));
    await expect(pendingSleep).rejects.toThrow('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('the system clock does not sleep if its signal has already aborted', async () => {
    await expect(systemClock.sleep(0, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});
