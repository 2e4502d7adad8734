import type { Resolution } from '#shared/catalogue.ts';
import type { BasicSettings } from './cards.ts';

/** The settings of a video. */
export type VideoSettings = BasicSettings & { durationSeconds: 8; resolution: Resolution; generateAudio: boolean };
