/** Veo's three calls: start, poll, download. */
import { stat } from 'node:fs/promises';
import { type Answer, jsonOf } from '../kit/http.ts';
import type { Route } from '../kit/router.ts';
import { faultOf } from '../kit/script.ts';
import { applyWireFaults } from '../kit/wire-faults.ts';
import type { GeminiScript } from './faults.ts';
import { googleError, unknownModel, usualMessages } from './google-errors.ts';
import type { Operation, OperationStore } from './operation-store.ts';
import type { Operations } from './operations.ts';
import { scriptedError } from './scripted-error.ts';
import { parseVideoInput } from './video-input.ts';

type Parts = { store: OperationStore; operations: Operations; script: GeminiScript; baseUrl: string; stopping: AbortSignal };

const filterReason =
  "Sorry, we can't create videos with this input due to our usage guidelines. You will not be charged for this request. Please try rephrasing it.";

export function videoRoutes({ store, operations, script, baseUrl, stopping }: Parts): Route[] {
  const start: Route['answer'] = async ({ body }, model = '') => {
    if (!model.startsWith('veo-')) return unknownModel(model, 'predictLongRunning');
    const parsed = parseVideoInput(jsonOf(body));
    if ('complaint' in parsed) return googleError('INVALID_ARGUMENT', parsed.complaint);
    const faults = script.take(parsed.input.prompt);
    const error = scriptedError(faults);
    const answer = error ?? { status: 200, json: { name: nameOf(operations.submit({ model, input: parsed.input, faults })) } };
    return applyWireFaults(answer, faults, stopping);
  };

  const look: Route['answer'] = (_, model = '', id = '') => {
    const operation = store.get(id);
    return operation?.model === model ? { status: 200, json: shown(operation, baseUrl) } : notFound;
  };

  const download: Route['answer'] = async (_, id = '') => {
    const operation = store.get(id);
    if (operation?.outcome?.status !== 'video' || faultOf(operation.faults, 'result-gone')) return notFound;
    const redirect = faultOf(operation.faults, 'result-redirect');
    if (redirect) return { status: 302, headers: { location: redirect.to } };
    const path = store.pathOf(id);
    const { size } = await stat(path);
    return { status: 200, headers: { 'content-type': 'video/mp4' }, file: { path, start: 0, end: size - 1 } };
  };

  return [
    { name: 'predict-long-running', method: 'POST', path: /^\/v1beta\/models\/([^/:]+):predictLongRunning$/, access: 'key', answer: start },
    { name: 'operation', method: 'GET', path: /^\/v1beta\/models\/([^/:]+)\/operations\/([^/:]+)$/, access: 'key', answer: look },
    { name: 'download', method: 'GET', path: /^\/v1beta\/files\/([^/:]+):download$/, access: 'key', answer: download },
  ];
}

const notFound: Answer = googleError('NOT_FOUND', usualMessages.NOT_FOUND);

const nameOf = ({ model, id }: Operation): string => `models/${model}/operations/${id}`;

/** Until the operation has finished, the response contains only its name. */
function shown(operation: Operation, baseUrl: string): unknown {
  const name = nameOf(operation);
  const { outcome } = operation;
  if (!outcome) return { name };
  if (outcome.status === 'error') return { name, done: true, error: { code: outcome.code, message: outcome.message } };
  const generateVideoResponse = {
    video: { generatedSamples: [{ video: { uri: `${baseUrl}/v1beta/files/${operation.id}:download?alt=media` } }] },
    filtered: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [filterReason] },
    nothing: {},
  }[outcome.status];
  const type = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse';
  return { name, done: true, response: { '@type': type, generateVideoResponse } };
}
