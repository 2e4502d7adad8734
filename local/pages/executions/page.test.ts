import { describe, expect, it } from 'vitest';
import type { StateMachineDefinition } from '../../aws/step-functions/definition.ts';
import { createTestEngine, executionArn, functionArn, lambdaError, machineArn } from '../../aws/step-functions/test-engine.ts';
import { nestingMachine } from '../../aws/step-functions/test-machines.ts';
import { handleExecutionsPage } from './page.ts';

const work: StateMachineDefinition = {
  StartAt: 'Each item',
  States: {
    'Each item': {
      Type: 'Map',
      End: true,
      ItemProcessor: {
        StartAt: 'Work',
        States: {
          Work: { Type: 'Task', Resource: functionArn('work'), Retry: [{ ErrorEquals: ['Busy'], IntervalSeconds: 2 }], End: true },
        },
      },
    },
  },
};
const injection = '<script>alert("x")</script>';

async function startPages() {
  let calls = 0;
  const testEngine = createTestEngine({
    machines: {
      child: work,
      parent: nestingMachine(machineArn('child')),
      waiting: { StartAt: 'W', States: { W: { Type: 'Wait', Seconds: 9, End: true } } },
    },
    lambda(_, item) {
      if (item === 'refused') throw lambdaError('VendorRefused', injection);
      if (++calls === 1) throw lambdaError('Busy');
      return { done: item };
    },
  });
  const page = (path: string) => handleExecutionsPage(testEngine.engine, new URL(path, 'http://localhost'));
  return { ...testEngine, page, body: (path: string) => page(`/_local/executions${path}`)!.body };
}

describe('/_local/executions', () => {
  it('the page lists executions and filters them by status and by text', async () => {
    const { run, start, body } = await startPages();
    await run('child', ['photo-1'], 'batch-7');
    start('waiting', { batchId: 'batch-8' }, 'other');
    expect(body('')).toMatch(/2 executions[\s\S]*other[\s\S]*running[\s\S]*batch-7[\s\S]*succeeded[\s\S]*2\.0 s/);
    expect(body('?status=RUNNING')).toMatch(/1 execution<[\s\S]*other/);
    expect(body('?status=RUNNING')).not.toContain('batch-7');
    expect(body('?text=BATCH-8')).toMatch(/1 execution<[\s\S]*other/);
    expect(body('?text=nothing')).toContain('0 executions');
  });

  it('the page shows an execution with its states and retries', async () => {
    const { run, body } = await startPages();
    await run('child', ['photo-1', 'photo-2'], 'one');
    const states = body('/one');
    expect(states).toMatch(
      /Each item <small>Map<[\s\S]*Work <small>Task · item 0<[\s\S]*2\.0 s<td>1\n[\s\S]*<strong>Busy<\/strong> after 0 ms/,
    );
    expect(states).toMatch(/Work <small>Task · item 1</);
    expect(states).toContain('&quot;done&quot;: &quot;photo-2&quot;');
    expect(body(`/${encodeURIComponent(executionArn('child', 'one'))}`)).toBe(states);
  });

  it('the page links nested executions in both directions and shows failures', async () => {
    const { run, body } = await startPages();
    await run('parent', ['refused', 'photo-1'], 'p');
    const child = encodeURIComponent(executionArn('child', 'p-child'));
    expect(body('/p')).toContain(`href="/_local/executions/${child}"`);
    expect(body('/p')).toContain('<strong>States.TaskFailed</strong>');
    expect(body('/p-child')).toContain(`Started by<dd><a href="/_local/executions/${encodeURIComponent(executionArn('parent', 'p'))}"`);
    expect(body('/p-child')).toMatch(/item 0<[\s\S]*failed[\s\S]*<strong>VendorRefused<\/strong>/);
  });

  it('the page escapes all values of an execution', async () => {
    const { run, body } = await startPages();
    await run('child', ['refused', injection, '\'"&'], 'hostile');
    for (const page of [body('/hostile'), body(`?text=${encodeURIComponent(injection)}`), body(`/${encodeURIComponent(injection)}`)]) {
      expect(page).toContain('&lt;script&gt;');
      expect(page).not.toContain('<script');
    }
  });

  it('the page sends a content security policy that allows only its own style', async () => {
    const { page } = await startPages();
    const { status, headers } = page('/_local/executions')!;
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; /);
  });

  it('the page responds with 404 for an unknown execution, and ignores other paths', async () => {
    const { page } = await startPages();
    expect(page('/_local/executions/gone')!.status).toBe(404);
    expect(page('/_local/executions/%E0%A4%A')!.status).toBe(404);
    expect(page('/_local/executionsx')).toBeUndefined();
    expect(page('/')).toBeUndefined();
  });
});
