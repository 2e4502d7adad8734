/** A command of an operator, and the error of a command that cannot run. */
export type Request = {
  command: string | undefined;
  parameters: string[];
  reason?: string;
  reference?: string;
  /** Fewer slots than are in use are allowed. */
  isDrain?: boolean;
  /** Restored copies of tables. */
  fromTables?: string[];
  /** The version of a file. */
  version?: string;
  /** Writes the changes that the command would otherwise only describe. */
  isApplied?: boolean;
  actor: string;
  stage: string;
};

/** A command that cannot run. The message is for the operator. */
export class CommandError extends Error {}
