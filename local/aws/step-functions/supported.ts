/** Checks definitions at the start: an unsupported feature throws and is named. */
import { checkChoiceRule } from './choice-rule.ts';
import type { ChoiceRule, State, StateGraph, StateMachineDefinition } from './definition.ts';
import { UnsupportedDefinition } from './errors.ts';
import { parsePath, parseReferencePath } from './json-path.ts';
import { checkTemplate } from './payload-template.ts';
import { parametersOf, parseTaskResource } from './task-resource.ts';

/** @returns the problem with a field's value, or undefined */
type FieldCheck = (value: unknown) => string | undefined;
type Fields = Record<string, FieldCheck>;

const anything: FieldCheck = () => undefined;
const accepts =
  (what: string, test: (value: unknown) => boolean): FieldCheck =>
  (value) =>
    test(value) ? undefined : `must be ${what}, not ${JSON.stringify(value)}`;
/** Checks a value by parsing it; the parser's error is the problem. */
const parses =
  (parse: (value: never) => unknown): FieldCheck =>
  (value) => {
    try {
      parse(value as never);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

const text = accepts('a string', (value) => typeof value === 'string');
const isNumber = (least: number) => (value: unknown) => typeof value === 'number' && value >= least;
const count = accepts('a whole number', (value) => Number.isInteger(value) && isNumber(0)(value));
const seconds = accepts('a whole number of seconds of at least 1', (value) => Number.isInteger(value) && isNumber(1)(value));
const path = parses(parsePath);
const resultPath: FieldCheck = (value) => (value === null ? undefined : parses(parseReferencePath)(value));
const template = parses(checkTemplate);
const errorNames = accepts(
  'a list of error names',
  (value) => Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string'),
);

const retrier: Fields = {
  ErrorEquals: errorNames,
  Comment: text,
  IntervalSeconds: seconds,
  MaxAttempts: count,
  BackoffRate: accepts('a number of at least 1', isNumber(1)),
  MaxDelaySeconds: seconds,
  JitterStrategy: accepts('FULL or NONE', (value) => value === 'FULL' || value === 'NONE'),
};
const catcher: Fields = { ErrorEquals: errorNames, Comment: text, Next: text, ResultPath: resultPath };

/** Checks the entries of Retry and Catch; each entry must name its errors. */
const handlers =
  (fields: Fields): FieldCheck =>
  (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    const faults = value.map((entry) => faultOf({ ErrorEquals: undefined, ...entry }, fields));
    const fault = faults.find((each) => each !== undefined);
    return fault && `${fault.field} ${fault.reason}`;
  };
const choices: FieldCheck = (value) => {
  if (!Array.isArray(value)) return 'must be a list';
  const faults = (value as ChoiceRule[]).map((rule) =>
    typeof rule.Next === 'string' ? parses(checkChoiceRule)(rule) : 'a choice needs a Next',
  );
  return faults.find((fault) => fault !== undefined);
};

const queryLanguage = accepts('JSONPath', (value) => value === 'JSONPath');
const named: Fields = { Type: anything, Comment: text, QueryLanguage: queryLanguage };
const transition: Fields = { Next: text, End: accepts('true', (value) => value === true) };
const handling: Fields = { ResultPath: resultPath, Retry: handlers(retrier), Catch: handlers(catcher) };

const fieldsOf: Record<State['Type'], Fields> = {
  Task: {
    ...{ ...named, ...transition, ...handling },
    Resource: accepts('a supported resource', (value) => typeof value === 'string' && parseTaskResource(value) !== undefined),
    Parameters: template,
    TimeoutSeconds: seconds,
    TimeoutSecondsPath: path,
  },
  Map: {
    ...{ ...named, ...transition, ...handling },
    ItemsPath: path,
    ItemSelector: template,
    ItemProcessor: anything,
    MaxConcurrency: count,
  },
  Pass: { ...named, ...transition },
  Wait: { ...named, ...transition, Seconds: count, SecondsPath: path },
  Choice: { ...named, Choices: choices, Default: text },
  Succeed: named,
};

const graphFields: Fields = { StartAt: text, States: anything, Comment: text, QueryLanguage: queryLanguage };
const machineFields: Fields = { ...graphFields, TimeoutSeconds: seconds, Version: accepts('1.0', (value) => value === '1.0') };
const inlineMode: Fields = { Mode: accepts('INLINE', (value) => value === 'INLINE') };
const processorConfig: FieldCheck = (value) => faultOf(value, inlineMode)?.reason;
const processorFields: Fields = { ...graphFields, ProcessorConfig: processorConfig };

type Fault = { field: string; reason: string };

function faultOf(value: unknown, fields: Fields): Fault | undefined {
  if (typeof value !== 'object' || value === null) return { field: '', reason: 'must be an object' };
  for (const [field, content] of Object.entries(value)) {
    const check = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const reason = check ? check(content) : 'is not supported';
    if (reason !== undefined) return { field, reason };
  }
  return undefined;
}

/** @throws UnsupportedDefinition that names the machine, the state and the field */
export function assertSupported(definition: StateMachineDefinition, machineName: string): void {
  const refusal = (state: string | undefined, { field, reason }: Fault) => {
    const place = state === undefined ? '' : `, state '${state}'`;
    return new UnsupportedDefinition(`State machine '${machineName}'${place}, field '${field}': ${reason} (local Step Functions)`);
  };
  const checkGraph = (graph: StateGraph, fields: Fields, owner?: string): void => {
    const fault = faultOf(graph, fields) ?? missingTarget('StartAt', graph.StartAt, graph);
    if (fault) throw refusal(owner, fault);
    for (const [name, state] of Object.entries(graph.States)) checkState(name, state, graph);
  };
  const checkState = (name: string, state: State, graph: StateGraph): void => {
    const fields = Object.hasOwn(fieldsOf, state.Type) ? fieldsOf[state.Type] : undefined;
    if (!fields) throw refusal(name, { field: 'Type', reason: `'${state.Type}' is not supported` });
    const fault = faultOf(state, fields) ?? faultOfTransitions(state, graph) ?? faultOfContent(state);
    if (fault) throw refusal(name, fault);
    if (state.Type === 'Map') checkGraph(state.ItemProcessor, processorFields, name);
  };
  checkGraph(definition, machineFields);
}

const missingTarget = (field: string, target: string | undefined, { States }: StateGraph): Fault | undefined =>
  target !== undefined && Object.hasOwn(States ?? {}, target) ? undefined : { field, reason: `no state is named '${target}' here` };

function faultOfTransitions(state: State, graph: StateGraph): Fault | undefined {
  const catchers = 'Catch' in state ? (state.Catch ?? []) : [];
  const targets = catchers.map(({ Next }): [field: string, target: string] => ['Catch', Next]);
  if (state.Type === 'Choice') {
    for (const { Next } of state.Choices ?? []) targets.push(['Choices', Next!]);
    if (state.Default !== undefined) targets.push(['Default', state.Default]);
  } else if (state.Type !== 'Succeed') {
    if ((state.Next === undefined) !== (state.End === true)) return { field: 'Next', reason: 'a state has either Next or End' };
    if (state.Next !== undefined) targets.push(['Next', state.Next]);
  }
  return targets.map(([field, target]) => missingTarget(field, target, graph)).find((fault) => fault !== undefined);
}

/** Checks the required fields of a state and the rules between its fields. */
function faultOfContent(state: State): Fault | undefined {
  const missing = (requiredOf[state.Type] ?? []).find((field) => !(field in state));
  if (missing) return { field: missing, reason: 'is missing' };
  if (state.Type === 'Wait' && 'Seconds' in state === 'SecondsPath' in state)
    return { field: 'Seconds', reason: 'a Wait has either Seconds or SecondsPath' };
  return state.Type === 'Task' ? faultOfParameters(state.Resource, state.Parameters) : undefined;
}

const requiredOf: Partial<Record<State['Type'], string[]>> = {
  Task: ['Resource'],
  Map: ['ItemProcessor'],
  Choice: ['Choices'],
};

function faultOfParameters(resource: string, parameters: unknown): Fault | undefined {
  const { call } = parseTaskResource(resource)!;
  if (call === 'function') return undefined;
  const known: readonly string[] = parametersOf[call];
  const given = Object.keys((parameters ?? {}) as object).map((key) => key.replace(/\.\$$/, ''));
  const unknown = given.find((key) => !known.includes(key));
  if (unknown) return { field: `Parameters.${unknown}`, reason: 'is not supported' };
  return given.includes(known[0]!) ? undefined : { field: `Parameters.${known[0]}`, reason: 'is missing' };
}
