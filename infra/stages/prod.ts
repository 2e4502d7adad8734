/** The settings of the stage `prod`. `../settings.ts` describes each setting. docs/deploy.md says when to enter it. */
import type { StageFile } from '../settings.ts';

export const prod: StageFile = {
  region: 'us-east-1',
};
