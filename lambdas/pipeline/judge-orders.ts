/**
 * Builds the orders for a judge. An order contains small copies of the pictures with names, and an instruction that treats all external
 * content as data.
 */
import { analysisInstruction, evaluationInstruction, judgeRules } from '#shared/pipeline/instruction.ts';
import { smallJpeg } from '../platform/picture.ts';
import { fileRulesOf, readObject } from '../store/media.ts';
import type { Pictures } from '../store/pipeline-runs.ts';
import { type JudgeOrder, judgedPictureSideMax, type NamedPicture } from '../vendors/judge-port.ts';

const namedPicture = async (name: string, key: string, patienceMs?: number): Promise<NamedPicture> => ({
  name,
  bytes: await smallJpeg(await readObject(key), { sideMax: judgedPictureSideMax, folder: fileRulesOf(key), patienceMs }),
  contentType: 'image/jpeg',
});

/** Minimum time that must remain for the judgement when the pictures are ready. A judgement takes at least some seconds. */
export const judgeMsMin = 10_000;

type Example = Pick<Pictures, 'before' | 'after'>;

/** @param patienceMs time limit of the decoders. */
export const analysisOrder = async (
  { before, after }: Example,
  data: Parameters<typeof analysisInstruction>[0],
  patienceMs?: number,
): Promise<JudgeOrder> => ({
  rules: judgeRules,
  instruction: analysisInstruction(data),
  pictures: await Promise.all([namedPicture('BEFORE', before, patienceMs), namedPicture('AFTER', after, patienceMs)]),
});

/** `pictures` are keys; `patienceMs` is the time limit of the decoders. */
export const evaluationOrder = async (
  { current, input, before, after }: Pictures & { current: string },
  data: Parameters<typeof evaluationInstruction>[0],
  patienceMs?: number,
): Promise<JudgeOrder> => ({
  rules: judgeRules,
  instruction: evaluationInstruction(data),
  pictures: await Promise.all([
    namedPicture('CURRENT', current, patienceMs),
    namedPicture('INPUT', input, patienceMs),
    namedPicture('BEFORE', before, patienceMs),
    namedPicture('AFTER', after, patienceMs),
  ]),
});
