/**
 * Simulates the executions of Step Functions. Each name can be used for only one execution, and an ended execution cannot continue. This
 * module only stores the executions. The caller runs their steps.
 */

export type Work = { userId: string; batchId: string; items: { itemId: string; index: number }[] };
export type Execution = { name: string; input: string; isRunning: boolean; work: Work };

type Request = { stateMachineArn?: string; name?: string; input?: string; executionArn?: string };

export type Executions = ReturnType<typeof createExecutions>;

export function createExecutions() {
  const executions = new Map<string, Execution>();
  return {
    listRunning: (): Execution[] => [...executions.values()].filter(({ isRunning }) => isRunning),

    /** Ends all running executions, to simulate a crash of everything. */
    endAll(): void {
      for (const execution of executions.values()) execution.isRunning = false;
    },

    respond(command: string, { name = '', input = '', executionArn = '' }: Request): object {
      if (command === 'StartExecution') {
        const existing = executions.get(name);
        if (existing && !(existing.isRunning && existing.input === input)) throw serviceError('ExecutionAlreadyExists');
        if (!existing) executions.set(name, { name, input, isRunning: true, work: parseWork(input) });
        return { executionArn: `:execution:${name}` };
      }
      const existing = executions.get(executionArn.split(':').at(-1) ?? '');
      if (command !== 'DescribeExecution') throw new Error(`${command} is not simulated`);
      if (!existing) throw serviceError('ExecutionDoesNotExist');
      return { status: existing.isRunning ? 'RUNNING' : 'SUCCEEDED' };
    },
  };
}

const serviceError = (name: string): Error => Object.assign(new Error(name), { name });

/** Reads the items from the input of an execution. In the input for a batch of images, the items are in groups. */
function parseWork(input: string): Work {
  const { userId, batchId, items, groups = [] } = JSON.parse(input) as Work & { groups?: { items: Work['items'] }[] };
  return { userId, batchId, items: items ?? groups.flatMap((group) => group.items) };
}
