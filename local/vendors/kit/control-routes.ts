/** Routes under `/_`, for tests only: scripted faults and the log of calls. */
import type { CallLog } from './call-log.ts';
import { type Answer, type Call, jsonOf } from './http.ts';
import type { Route } from './router.ts';
import type { Script } from './script.ts';

/** Calls of routes with this name are not logged. */
export const controlName = 'control';

type Control = { script: Pick<Script<never>, 'add' | 'clear'>; log: CallLog };

/** `POST /_script` adds a rule, `DELETE /_script` removes all rules, `GET /_requests` returns { requests, counts, paidSubmits }, `DELETE /_requests` empties it. */
export function controlRoutes({ script, log }: Control): Route[] {
  const addRule = ({ body }: Call): Answer => {
    const reason = script.add(jsonOf(body));
    return reason === undefined ? { status: 204 } : { status: 400, json: { detail: reason } };
  };
  const emptied = (list: { clear(): void }) => (): Answer => {
    list.clear();
    return { status: 204 };
  };
  return [
    controlRoute('POST', /^\/_script$/, addRule),
    controlRoute('DELETE', /^\/_script$/, emptied(script)),
    controlRoute('GET', /^\/_requests$/, () => ({ status: 200, json: log.report() })),
    controlRoute('DELETE', /^\/_requests$/, emptied(log)),
  ];
}

export const controlRoute = (method: string, path: RegExp, answer: Route['answer']): Route => ({
  name: controlName,
  method,
  path,
  access: 'anyone',
  answer,
});
