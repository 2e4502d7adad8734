/** The two kinds of photo edits and their prices. This file does not import zod, so that the page with the prices does not load zod. */
import type { Cents } from '../money.ts';

export const apiModes = ['remove-background', 'image-editing'] as const;

/** Price per call (docs/spec.md 9.1). The price is held before the edit and captured after the delivery. */
export const photoEditPrices: Record<(typeof apiModes)[number], Cents> = { 'remove-background': 2, 'image-editing': 10 };
