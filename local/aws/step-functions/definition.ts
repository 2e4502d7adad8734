/**
 * The part of the Amazon States Language that the product's state machines use: JSONPath, inline Map. `supported.ts`
 * rejects the rest.
 */

/** Any JSON value. Values are shared between states and never changed in place. */
export type Json = unknown;
export type PayloadTemplate = Json;

export type StateMachineDefinition = StateGraph & { Comment?: string; TimeoutSeconds?: number };
export type StateGraph = { StartAt: string; States: Record<string, State> };

export type Retrier = {
  ErrorEquals: string[];
  IntervalSeconds?: number;
  MaxAttempts?: number;
  BackoffRate?: number;
  MaxDelaySeconds?: number;
  JitterStrategy?: 'FULL' | 'NONE';
};
export type Catcher = { ErrorEquals: string[]; Next: string; ResultPath?: string | null };

/** `null` discards: an InputPath or OutputPath of null means `{}`; a ResultPath of null keeps the input. */
type InputAndOutput = { InputPath?: string | null; OutputPath?: string | null };
type Transition = { Next?: string; End?: boolean };
type Handling = { ResultSelector?: PayloadTemplate; ResultPath?: string | null; Retry?: Retrier[]; Catch?: Catcher[] };

export type TaskState = InputAndOutput &
  Transition &
  Handling & { Type: 'Task'; Resource: string; Parameters?: PayloadTemplate; TimeoutSeconds?: number; TimeoutSecondsPath?: string };

export type MapState = InputAndOutput &
  Transition &
  Handling & { Type: 'Map'; ItemsPath?: string; ItemSelector?: PayloadTemplate; ItemProcessor: StateGraph; MaxConcurrency?: number };

export type ParallelState = InputAndOutput &
  Transition &
  Handling & { Type: 'Parallel'; Parameters?: PayloadTemplate; Branches: StateGraph[] };

type PassState = InputAndOutput & Transition & { Type: 'Pass'; Parameters?: PayloadTemplate; Result?: Json; ResultPath?: string | null };

export type WaitState = InputAndOutput &
  Transition & { Type: 'Wait'; Seconds?: number; SecondsPath?: string; Timestamp?: string; TimestampPath?: string };

/** A rule is And, Or or Not with other rules, or a Variable with one comparison such as `NumericLessThanPath`. */
export type ChoiceRule = {
  And?: ChoiceRule[];
  Or?: ChoiceRule[];
  Not?: ChoiceRule;
  Variable?: string;
  Next?: string;
  [comparison: string]: Json;
};
export type ChoiceState = InputAndOutput & { Type: 'Choice'; Choices: ChoiceRule[]; Default?: string };

type SucceedState = InputAndOutput & { Type: 'Succeed' };
export type FailState = { Type: 'Fail'; Error?: string; Cause?: string; ErrorPath?: string; CausePath?: string };

export type State = TaskState | MapState | ParallelState | PassState | WaitState | ChoiceState | SucceedState | FailState;
