/** The routes of Veo's three calls: start a video, poll its operation, and download the video. */
import { randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import type { createClips } from '../kit/clips.ts';
import type { Call, VendorResponse } from '../kit/http.ts';
import type { Records, StoredRecord } from '../kit/records.ts';
import { faultOf } from '../kit/script.ts';
import type { Route } from '../kit/server.ts';
import { type Fault, type GeminiScript, scriptedError } from './faults.ts';
import { googleError, unknownModel } from './google-errors.ts';

const promptCharactersMax = 8_000;
const base64CharactersMax = (20 * 1024 * 1024 * 4) / 3;
const seedMax = 2 ** 31;
/** google.rpc.Code numbers. */
const invalidArgument = 3;
const internal = 13;
const filterReason =
  "Sorry, we can't create videos with this input due to our usage guidelines. You will not be charged for this request. Please try rephrasing it.";

const videoInput = z
  .strictObject({
    instances: z.tuple([
      z.strictObject({
        prompt: z.string().min(1).max(promptCharactersMax),
        image: z.strictObject({
          bytesBase64Encoded: z.base64().min(1).max(base64CharactersMax),
          mimeType: z.literal(['image/jpeg', 'image/png', 'image/webp']),
        }),
      }),
    ]),
    // The API rejects generateAudio and seed with an error that names the field, so these two fields are missing here.
    parameters: z
      .strictObject({
        aspectRatio: z.literal(['16:9', '9:16']).default('16:9'),
        durationSeconds: z.literal([4, 6, 8]).default(8),
        resolution: z.literal(['720p', '1080p']).default('720p'),
      })
      .prefault({}),
  })
  .refine(({ parameters }) => parameters.resolution === '720p' || parameters.durationSeconds === 8, {
    error: '1080p requires a duration of 8 seconds',
    path: ['parameters', 'resolution'],
  });

type Outcome = 'video' | 'filtered' | 'nothing' | { code: number; message: string };

export type Operation = StoredRecord & {
  model: string;
  input: z.infer<typeof videoInput>;
  seed: number;
  faults: Fault[];
  submittedAt: string;
  outcome?: Outcome;
};

type Parts = { operations: Records<Operation>; clips: ReturnType<typeof createClips>; script: GeminiScript; baseUrl: string };

/** Returns the routes. Also continues the operations that were not complete when the stand-in stopped. */
export function createVideoRoutes({ operations, clips, script, baseUrl }: Parts): { routes: Route[] } {
  const finish = (operation: Operation, outcome: Outcome): void => operations.save({ ...operation, outcome });

  const begin = (operation: Operation): void => {
    const { id, faults, seed, submittedAt, input } = operation;
    const [{ prompt, image }] = input.instances;
    const { aspectRatio, durationSeconds, resolution } = input.parameters;
    operations.save(operation);
    if (faultOf(faults, 'unfinished')) return;
    if (faultOf(faults, 'refuse')) finish(operation, 'filtered');
    else if (faultOf(faults, 'no-video')) finish(operation, 'nothing');
    else
      clips.startClip({
        id,
        photoUrl: `data:${image.mimeType};base64,${image.bytesBase64Encoded}`,
        prompt,
        seed,
        seconds: durationSeconds,
        resolution,
        aspectRatio,
        // Veo always generates sound.
        generateAudio: true,
        submittedAt,
        quickClip: faultOf(faults, 'clip'),
        onStarted() {},
        onEnded(cause) {
          const isPhotoError = cause && cause.reason !== 'internal_server_error' && cause.reason !== 'generation_timeout';
          finish(operation, cause ? { code: isPhotoError ? invalidArgument : internal, message: cause.message } : 'video');
        },
      });
  };

  const start = ({ json }: Call, model = ''): VendorResponse => {
    if (!model.startsWith('veo-')) return unknownModel(model, 'predictLongRunning');
    const { data: input, error } = videoInput.safeParse(json);
    if (!input) return googleError('INVALID_ARGUMENT', z.prettifyError(error));
    const faults = script.take(input.instances[0].prompt);
    const errorResponse = scriptedError(faults);
    if (errorResponse) return errorResponse;
    const id = randomBytes(6).toString('hex');
    const now = new Date().toISOString();
    const operation = { id, number: operations.nextNumber(), model, input, faults, seed: randomInt(seedMax), submittedAt: now };
    begin(operation);
    return { status: 200, json: { name: nameOf(operation) }, faults };
  };

  const poll = (_: Call, model = '', id = ''): VendorResponse => {
    const operation = operations.get(id);
    return operation?.model === model ? { status: 200, json: operationBody(operation, baseUrl) } : notFound;
  };

  const download = (_: Call, id = ''): VendorResponse => {
    const { outcome, faults = [] } = operations.get(id) ?? {};
    if (outcome !== 'video') return notFound;
    const redirect = faultOf(faults, 'result-redirect');
    if (redirect) return { status: 302, headers: { location: redirect.to } };
    return { status: 200, headers: { 'content-type': 'video/mp4' }, file: clips.pathOf(id) };
  };

  for (const operation of operations.all()) if (!operation.outcome) begin(operation);
  return {
    routes: [
      { name: 'predict-long-running', method: 'POST', path: /^\/v1beta\/models\/([^/:]+):predictLongRunning$/, respond: start },
      { name: 'operation', method: 'GET', path: /^\/v1beta\/models\/([^/:]+)\/operations\/([^/:]+)$/, respond: poll },
      { name: 'download', method: 'GET', path: /^\/v1beta\/files\/([^/:]+):download$/, respond: download },
    ],
  };
}

const notFound = googleError('NOT_FOUND', 'Requested entity was not found.');

const nameOf = ({ model, id }: Operation): string => `models/${model}/operations/${id}`;

/** Until the operation ends, the response contains only the name of the operation. */
function operationBody(operation: Operation, baseUrl: string): unknown {
  const name = nameOf(operation);
  const { outcome, id } = operation;
  if (!outcome) return { name };
  if (typeof outcome === 'object') return { name, done: true, error: outcome };
  const generateVideoResponse = {
    video: { generatedSamples: [{ video: { uri: `${baseUrl}/v1beta/files/${id}:download?alt=media` } }] },
    filtered: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [filterReason] },
    nothing: {},
  }[outcome];
  const type = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse';
  return { name, done: true, response: { '@type': type, generateVideoResponse } };
}
