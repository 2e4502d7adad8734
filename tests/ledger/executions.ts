/** Simulates the executions of Step Functions: a name starts only once, and an ended execution stays ended. The caller runs their work. */

export type Work = { userId: string; batchId: string; items: { itemId: string; index: number }[] };
export type Execution = { name: string; input: string; isRunning: boolean; work: Work };

type Request = { stateMachineArn?: string; name?: string; input?: string; executionArn?: string };

export type Executions = ReturnType<typeof createExecutions>;

export function createExecutions() {
  const byName = new Map<string, Execution>();
  return {
    running: (): Execution[] => [...byName.values()].filter(({ isRunning }) => isRunning),

    /** Ends all running executions, as a crash of everything does. */
    breakOff(): void {
      for (const execution of byName.values()) execution.isRunning = false;
    },

    answer(command: string, { name = '', input = '', executionArn = '' }: Request): object {
      if (command === 'StartExecution') {
        const there = byName.get(name);
        if (there && !(there.isRunning && there.input === input)) throw refusal('ExecutionAlreadyExists');
        if (!there) byName.set(name, { name, input, isRunning: true, work: workIn(input) });
        return { executionArn: `:execution:${name}` };
      }
      const there = byName.get(executionArn.split(':').at(-1) ?? '');
      if (command !== 'DescribeExecution') throw new Error(`${command} is not simulated`);
      if (!there) throw refusal('ExecutionDoesNotExist');
      return { status: there.isRunning ? 'RUNNING' : 'SUCCEEDED' };
    },
  };
}

const refusal = (name: string): Error => Object.assign(new Error(name), { name });

/** Returns the items of an execution. A batch of images lists its items in groups. */
function workIn(input: string): Work {
  const { userId, batchId, items, groups = [] } = JSON.parse(input) as Work & { groups?: { items: Work['items'] }[] };
  return { userId, batchId, items: items ?? groups.flatMap((group) => group.items) };
}
