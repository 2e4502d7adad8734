/** What a judge is shown: small copies, each under its name, and an instruction in which everything from outside is data. */
import { analysisInstruction, evaluationInstruction, judgeRules } from '#shared/pipeline/instruction.ts';
import { smallJpeg } from '../platform/picture.ts';
import { readObject } from '../store/media.ts';
import type { Pictures } from '../store/pipeline-runs.ts';
import { type JudgeOrder, judgedPictureSideMax, type NamedPicture } from '../vendors/judge-port.ts';

const named = async (name: string, key: string): Promise<NamedPicture> => ({
  name,
  bytes: await smallJpeg(await readObject(key), { sideMax: judgedPictureSideMax }),
  contentType: 'image/jpeg',
});

type Example = Pick<Pictures, 'before' | 'after'>;

export const analysisOrder = async ({ before, after }: Example, data: Parameters<typeof analysisInstruction>[0]): Promise<JudgeOrder> => ({
  rules: judgeRules,
  instruction: analysisInstruction(data),
  pictures: await Promise.all([named('BEFORE', before), named('AFTER', after)]),
});

/** `pictures` by key. */
export const evaluationOrder = async (
  { current, input, before, after }: Pictures & { current: string },
  data: Parameters<typeof evaluationInstruction>[0],
): Promise<JudgeOrder> => ({
  rules: judgeRules,
  instruction: evaluationInstruction(data),
  pictures: await Promise.all([named('CURRENT', current), named('INPUT', input), named('BEFORE', before), named('AFTER', after)]),
});
