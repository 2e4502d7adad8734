import { task } from '../platform/task.ts';
import { openaiJudge } from '../vendors/openai-judge.ts';
import { analyzeExample } from './analyze-example.ts';
import { runRef } from './run.ts';

export const handler = task(runRef, ({ input, now }) => analyzeExample(input, openaiJudge, now));
