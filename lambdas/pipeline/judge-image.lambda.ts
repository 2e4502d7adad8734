import { task } from '../platform/task.ts';
import { openaiJudge } from '../vendors/openai-judge.ts';
import { judgeImage } from './judge-image.ts';
import { runRef } from './run.ts';

export const handler = task(runRef, ({ input, now }) => judgeImage(input, openaiJudge, now));
