/** A command of an operator, and the error of a command that cannot run. */
export type OperatorCommand = {
  command: string | undefined;
  parameters: string[];
  reason?: string;
  reference?: string;
  /** If true, the command accepts a number of slots that is smaller than the number in use. */
  isDrain?: boolean;
  /** The names of the restored copies of tables. */
  fromTables?: string[];
  /** The version id of the file. */
  version?: string;
  /** If true, the command writes the changes. Otherwise, it only describes them. */
  isApplied?: boolean;
  actor: string;
  stage: string;
};

/** A command that cannot run. The message is for the operator. */
export class CommandError extends Error {}
