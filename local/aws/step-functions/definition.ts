/** The part of the Amazon States Language that the product's state machines use. `check-definition.ts` rejects all other parts. */

/** Any JSON value. Several states can use the same value, so no state may change a value in place. */
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

type Transition = { Next?: string; End?: boolean };
/** If ResultPath is null, the output of the state is its input. */
type ErrorHandling = { ResultPath?: string | null; Retry?: Retrier[]; Catch?: Catcher[] };

export type TaskState = Transition &
  ErrorHandling & { Type: 'Task'; Resource: string; Parameters?: PayloadTemplate; TimeoutSeconds?: number; TimeoutSecondsPath?: string };

export type MapState = Transition &
  ErrorHandling & { Type: 'Map'; ItemsPath?: string; ItemSelector?: PayloadTemplate; ItemProcessor: StateGraph; MaxConcurrency?: number };

type PassState = Transition & { Type: 'Pass' };
export type WaitState = Transition & { Type: 'Wait'; Seconds?: number; SecondsPath?: string };

/** A rule is an Or of other rules, or a Variable with one comparison. */
export type ChoiceRule = { Or?: ChoiceRule[]; Variable?: string; StringEquals?: string; BooleanEquals?: boolean; Next?: string };
export type ChoiceState = { Type: 'Choice'; Choices: ChoiceRule[]; Default?: string };
type SucceedState = { Type: 'Succeed' };

export type State = TaskState | MapState | PassState | WaitState | ChoiceState | SucceedState;
