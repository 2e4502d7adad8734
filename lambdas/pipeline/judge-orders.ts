/**
 * Builds the orders for a judge. An order contains small copies of the pictures with their names. It also contains an instruction to treat
 * all external content as data.
 */
import { analysisInstruction, evaluationInstruction, judgeRules } from '#shared/pipeline/instruction.ts';
import { smallJpeg } from '../platform/picture.ts';
import { fileRulesOf } from '../store/media-keys.ts';
import { readObject } from '../store/objects.ts';
import type { Pictures } from '../store/pipeline-runs.ts';
import { type JudgeOrder, judgedPictureSideMax, type NamedPicture } from '../vendors/judge-port.ts';

const namedPicture = async (name: string, key: string, decodeTimeoutMs?: number): Promise<NamedPicture> => ({
  name,
  bytes: await smallJpeg(await readObject(key), { sideMax: judgedPictureSideMax, folder: fileRulesOf(key), decodeTimeoutMs }),
  contentType: 'image/jpeg',
});

/** Minimum time that must remain for the judgement after the pictures are scaled. A judgement takes at least some seconds. */
export const judgeMsMin = 10_000;

type Example = Pick<Pictures, 'before' | 'after'>;

/** @param decodeTimeoutMs time limit of the decoders. */
export const analysisOrder = async (
  { before, after }: Example,
  data: Parameters<typeof analysisInstruction>[0],
  decodeTimeoutMs?: number,
): Promise<JudgeOrder> => ({
  rules: judgeRules,
  instruction: analysisInstruction(data),
  pictures: await Promise.all([namedPicture('BEFORE', before, decodeTimeoutMs), namedPicture('AFTER', after, decodeTimeoutMs)]),
});

/**
 * @param keys the keys of the four pictures.
 * @param decodeTimeoutMs time limit of the decoders.
 */
export const evaluationOrder = async (
  keys: Pictures & { current: string },
  data: Parameters<typeof evaluationInstruction>[0],
  decodeTimeoutMs?: number,
): Promise<JudgeOrder> => ({
  rules: judgeRules,
  instruction: evaluationInstruction(data),
  pictures: await Promise.all([
    namedPicture('CURRENT', keys.current, decodeTimeoutMs),
    namedPicture('INPUT', keys.input, decodeTimeoutMs),
    namedPicture('BEFORE', keys.before, decodeTimeoutMs),
    namedPicture('AFTER', keys.after, decodeTimeoutMs),
  ]),
});
