import { task } from '../platform/task.ts';
import { openaiJudge } from '../vendors/openai-judge.ts';
import { judgeImage, judgeInput } from './judge-image.ts';

export const handler = task(judgeInput, ({ input, now }) => judgeImage(input, openaiJudge, now));
