/** The addresses behind `/_` that only tests know: the faults on script, and what was asked so far. */
import type { CallLog } from './call-log.ts';
import { type Answer, type Call, jsonOf } from './http.ts';
import type { Route } from './router.ts';
import type { Script } from './script.ts';

/** Calls of this name are not logged. */
export const controlName = 'control';

type Control = { script: Pick<Script<never>, 'add' | 'clear'>; log: CallLog };

/** `POST /_script` adds a rule, `DELETE /_script` forgets all; `GET /_requests` answers { requests, counts, paidSubmits }. */
export function controlRoutes({ script, log }: Control): Route[] {
  const addRule = ({ body }: Call): Answer => {
    const reason = script.add(jsonOf(body));
    return reason === undefined ? { status: 204 } : { status: 400, json: { detail: reason } };
  };
  const clear = (): Answer => {
    script.clear();
    return { status: 204 };
  };
  return [
    controlRoute('POST', /^\/_script$/, addRule),
    controlRoute('DELETE', /^\/_script$/, clear),
    controlRoute('GET', /^\/_requests$/, () => ({ status: 200, json: log.report() })),
  ];
}

export const controlRoute = (method: string, path: RegExp, answer: Route['answer']): Route => ({
  name: controlName,
  method,
  path,
  access: 'anyone',
  answer,
});
