/** Executions as Step Functions keeps them: a name starts once, and one that broke off stays so. What they do is the caller's. */

export type Work = { userId: string; batchId: string; items: { itemId: string; index: number }[] };
export type Execution = { name: string; input: string; isRunning: boolean; work: Work };

type Request = { stateMachineArn?: string; name?: string; input?: string; executionArn?: string };

export type Executions = ReturnType<typeof createExecutions>;

export function createExecutions() {
  const byName = new Map<string, Execution>();
  return {
    running: (): Execution[] => [...byName.values()].filter(({ isRunning }) => isRunning),

    /** As when everything goes down: nothing that ran goes on. */
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
      if (command !== 'DescribeExecution') throw new Error(`${command} is not stood in for`);
      if (!there) throw refusal('ExecutionDoesNotExist');
      return { status: there.isRunning ? 'RUNNING' : 'SUCCEEDED' };
    },
  };
}

const refusal = (name: string): Error => Object.assign(new Error(name), { name });

/** A batch of images names its items in groups. */
function workIn(input: string): Work {
  const { userId, batchId, items, groups = [] } = JSON.parse(input) as Work & { groups?: { items: Work['items'] }[] };
  return { userId, batchId, items: items ?? groups.flatMap((group) => group.items) };
}
