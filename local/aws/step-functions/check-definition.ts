/**
 * Checks the definitions of the state machines at the start. If a definition contains an unsupported feature, the error names this feature.
 */
import { checkChoiceRule } from './choice-rule.ts';
import type { ChoiceRule, State, StateGraph, StateMachineDefinition } from './definition.ts';
import { UnsupportedDefinition } from './errors.ts';
import { parsePath, parseReferencePath } from './json-path.ts';
import { checkTemplate } from './payload-template.ts';
import { parametersOf, parseTaskResource } from './task-resource.ts';

/** @returns the problem with a field's value, or undefined */
type FieldCheck = (value: unknown) => string | undefined;
type Fields = Record<string, FieldCheck>;

const acceptAnything: FieldCheck = () => undefined;
const checkWith =
  (expected: string, test: (value: unknown) => boolean): FieldCheck =>
  (value) =>
    test(value) ? undefined : `must be ${expected}, not ${JSON.stringify(value)}`;
/** Returns a check that parses the value. If the parser throws an error, the problem is the message of this error. */
const checkByParsing =
  (parse: (value: never) => unknown): FieldCheck =>
  (value) => {
    try {
      parse(value as never);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

const text = checkWith('a string', (value) => typeof value === 'string');
const isAtLeast = (minimum: number) => (value: unknown) => typeof value === 'number' && value >= minimum;
const count = checkWith('a whole number', (value) => Number.isInteger(value) && isAtLeast(0)(value));
const seconds = checkWith('a whole number of seconds of at least 1', (value) => Number.isInteger(value) && isAtLeast(1)(value));
const path = checkByParsing(parsePath);
const resultPath: FieldCheck = (value) => (value === null ? undefined : checkByParsing(parseReferencePath)(value));
const template = checkByParsing(checkTemplate);
const errorNames = checkWith(
  'a list of error names',
  (value) => Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string'),
);

const retrier: Fields = {
  ErrorEquals: errorNames,
  Comment: text,
  IntervalSeconds: seconds,
  MaxAttempts: count,
  BackoffRate: checkWith('a number of at least 1', isAtLeast(1)),
  MaxDelaySeconds: seconds,
  JitterStrategy: checkWith('FULL or NONE', (value) => value === 'FULL' || value === 'NONE'),
};
const catcher: Fields = { ErrorEquals: errorNames, Comment: text, Next: text, ResultPath: resultPath };

/** Returns a check for the entries of Retry or Catch. Each entry must have the field ErrorEquals. */
const checkHandlers =
  (fields: Fields): FieldCheck =>
  (value) => {
    if (!Array.isArray(value)) return 'must be a list';
    const problems = value.map((entry) => problemOf({ ErrorEquals: undefined, ...entry }, fields));
    const problem = problems.find((entry) => entry !== undefined);
    return problem && `${problem.field} ${problem.reason}`;
  };
const choices: FieldCheck = (value) => {
  if (!Array.isArray(value)) return 'must be a list';
  const problems = (value as ChoiceRule[]).map((rule) =>
    typeof rule.Next === 'string' ? checkByParsing(checkChoiceRule)(rule) : 'a choice needs a Next',
  );
  return problems.find((problem) => problem !== undefined);
};

const queryLanguage = checkWith('JSONPath', (value) => value === 'JSONPath');
const commonFields: Fields = { Type: acceptAnything, Comment: text, QueryLanguage: queryLanguage };
const transition: Fields = { Next: text, End: checkWith('true', (value) => value === true) };
const errorHandlingFields: Fields = { ResultPath: resultPath, Retry: checkHandlers(retrier), Catch: checkHandlers(catcher) };

const fieldsOf: Record<State['Type'], Fields> = {
  Task: {
    ...{ ...commonFields, ...transition, ...errorHandlingFields },
    Resource: checkWith('a supported resource', (value) => typeof value === 'string' && parseTaskResource(value) !== undefined),
    Parameters: template,
    TimeoutSeconds: seconds,
    TimeoutSecondsPath: path,
  },
  Map: {
    ...{ ...commonFields, ...transition, ...errorHandlingFields },
    ItemsPath: path,
    ItemSelector: template,
    ItemProcessor: acceptAnything,
    MaxConcurrency: count,
  },
  Pass: { ...commonFields, ...transition },
  Wait: { ...commonFields, ...transition, Seconds: count, SecondsPath: path },
  Choice: { ...commonFields, Choices: choices, Default: text },
  Succeed: commonFields,
};

const graphFields: Fields = { StartAt: text, States: acceptAnything, Comment: text, QueryLanguage: queryLanguage };
const machineFields: Fields = { ...graphFields, TimeoutSeconds: seconds, Version: checkWith('1.0', (value) => value === '1.0') };
const inlineMode: Fields = { Mode: checkWith('INLINE', (value) => value === 'INLINE') };
const processorConfig: FieldCheck = (value) => problemOf(value, inlineMode)?.reason;
const processorFields: Fields = { ...graphFields, ProcessorConfig: processorConfig };

type Problem = { field: string; reason: string };

function problemOf(value: unknown, fields: Fields): Problem | undefined {
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
  const unsupportedError = (state: string | undefined, { field, reason }: Problem) => {
    const location = state === undefined ? '' : `, state '${state}'`;
    return new UnsupportedDefinition(`State machine '${machineName}'${location}, field '${field}': ${reason} (local Step Functions)`);
  };
  const checkGraph = (graph: StateGraph, fields: Fields, parentState?: string): void => {
    const problem = problemOf(graph, fields) ?? missingTarget('StartAt', graph.StartAt, graph);
    if (problem) throw unsupportedError(parentState, problem);
    for (const [name, state] of Object.entries(graph.States)) checkState(name, state, graph);
  };
  const checkState = (name: string, state: State, graph: StateGraph): void => {
    const fields = Object.hasOwn(fieldsOf, state.Type) ? fieldsOf[state.Type] : undefined;
    if (!fields) throw unsupportedError(name, { field: 'Type', reason: `'${state.Type}' is not supported` });
    const problem = problemOf(state, fields) ?? problemOfTransitions(state, graph) ?? problemOfContent(state);
    if (problem) throw unsupportedError(name, problem);
    if (state.Type === 'Map') checkGraph(state.ItemProcessor, processorFields, name);
  };
  checkGraph(definition, machineFields);
}

const missingTarget = (field: string, target: string | undefined, { States }: StateGraph): Problem | undefined =>
  target !== undefined && Object.hasOwn(States ?? {}, target) ? undefined : { field, reason: `no state is named '${target}' here` };

function problemOfTransitions(state: State, graph: StateGraph): Problem | undefined {
  const catchers = 'Catch' in state ? (state.Catch ?? []) : [];
  const targets = catchers.map(({ Next }): [field: string, target: string] => ['Catch', Next]);
  if (state.Type === 'Choice') {
    for (const { Next } of state.Choices ?? []) targets.push(['Choices', Next!]);
    if (state.Default !== undefined) targets.push(['Default', state.Default]);
  } else if (state.Type !== 'Succeed') {
    if ((state.Next === undefined) !== (state.End === true)) return { field: 'Next', reason: 'a state has either Next or End' };
    if (state.Next !== undefined) targets.push(['Next', state.Next]);
  }
  return targets.map(([field, target]) => missingTarget(field, target, graph)).find((problem) => problem !== undefined);
}

/** Checks the required fields of a state and the rules between its fields. */
function problemOfContent(state: State): Problem | undefined {
  const missing = (requiredFields[state.Type] ?? []).find((field) => !(field in state));
  if (missing) return { field: missing, reason: 'is missing' };
  if (state.Type === 'Wait' && 'Seconds' in state === 'SecondsPath' in state)
    return { field: 'Seconds', reason: 'a Wait has either Seconds or SecondsPath' };
  return state.Type === 'Task' ? problemOfParameters(state.Resource, state.Parameters) : undefined;
}

const requiredFields: Partial<Record<State['Type'], string[]>> = {
  Task: ['Resource'],
  Map: ['ItemProcessor'],
  Choice: ['Choices'],
};

function problemOfParameters(resource: string, parameters: unknown): Problem | undefined {
  const { call } = parseTaskResource(resource)!;
  if (call === 'function') return undefined;
  const supportedNames: readonly string[] = parametersOf[call];
  const names = Object.keys((parameters ?? {}) as object).map((key) => key.replace(/\.\$$/, ''));
  const unknownName = names.find((key) => !supportedNames.includes(key));
  if (unknownName) return { field: `Parameters.${unknownName}`, reason: 'is not supported' };
  return names.includes(supportedNames[0]!) ? undefined : { field: `Parameters.${supportedNames[0]}`, reason: 'is missing' };
}
