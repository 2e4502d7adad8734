/** A command of an operator, and the error of a command that cannot run. */
export type Request = {
  command: string | undefined;
  parameters: string[];
  reason?: string;
  reference?: string;
  /** Fewer slots than are in use are allowed. */
  isDrain?: boolean;
  actor: string;
  stage: string;
};

/** A command that cannot run. The message is for the operator. */
export class CommandError extends Error {}
