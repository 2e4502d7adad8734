/** Plans the length of a video. No step repeats a frame. A step shortens the clip only if the seller allows it. */
import { boundsOf } from './bounds.ts';
import { type Refusal, refuse, type VideoPreferences, type VideoStep } from './plan.ts';
import type { Rule } from './schema.ts';

export const cardSecondsMax = 2.5;
/** Minimum duration of a card. The fade would take the whole time of a shorter card. */
const cardSecondsMin = 0.6;
export const fadeSeconds = 0.2;
/** The outro is this much longer than the intro, because the viewer looks at the product at the end. */
const outroExtraSeconds = 0.2;
/** Margin for a length. Marketplaces measure the container or one of its streams, and these lengths differ by some frames. */
export const lengthMarginSeconds = 0.2;

export type Length = { seconds: number; steps: VideoStep[] };

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export function planLength(clipSeconds: number, rules: readonly Rule[], preferences: VideoPreferences): Length | Refusal {
  const { min, max, minRule, maxRule } = boundsOf(rules, 'seconds', 0.001);
  if (maxRule && clipSeconds > max) {
    const seconds = toMilliseconds(max - lengthMarginSeconds);
    if (!preferences.mayTrim || seconds < min) return refuse('tooLong', maxRule, clipSeconds);
    return { seconds, steps: [{ kind: 'trim', seconds }] };
  }
  if (!minRule || clipSeconds >= min) return { seconds: clipSeconds, steps: [] };
  const target = min + lengthMarginSeconds;
  const length = preferences.lengthen === 'cards' ? withCards(clipSeconds, target, preferences.cardColour) : backwards(clipSeconds, target);
  if (!length) return refuse('tooShort', minRule, clipSeconds);
  if (length.seconds <= max) return length;
  const seconds = toMilliseconds(max - lengthMarginSeconds);
  if (!preferences.mayTrim || seconds < min || preferences.lengthen === 'cards') return refuse('tooLong', maxRule as Rule, length.seconds);
  return { seconds, steps: [...length.steps, { kind: 'trim', seconds }] };
}

function withCards(clipSeconds: number, target: number, colour: string): Length | undefined {
  const both = Math.max(toMilliseconds(target - clipSeconds + 2 * fadeSeconds), 2 * cardSecondsMin + outroExtraSeconds);
  if (both > 2 * cardSecondsMax) return undefined;
  const outroSeconds = toMilliseconds(Math.min(cardSecondsMax, (both + outroExtraSeconds) / 2));
  const introSeconds = toMilliseconds(both - outroSeconds);
  const seconds = toMilliseconds(clipSeconds + introSeconds + outroSeconds - 2 * fadeSeconds);
  return { seconds, steps: [{ kind: 'addCards', introSeconds, outroSeconds, fadeSeconds, colour }] };
}

function backwards(clipSeconds: number, target: number): Length | undefined {
  const seconds = toMilliseconds(2 * clipSeconds);
  return seconds < target ? undefined : { seconds, steps: [{ kind: 'playBackwards', seconds }] };
}
