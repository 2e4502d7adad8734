/** Compares docs/deploy.md and the workflows with the code, so that every step of the document is correct. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testSettings } from '#tests/fixtures/stage.ts';
import { type Json, synthesize } from '#tests/fixtures/synthesized.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const document = read('docs/deploy.md');

describe('the table of fixed costs', () => {
  const { all, one } = synthesize({ alarmEmail: 'ops@example.com', monthlyBudgetDollars: 200, mailFrom: 'hello@example.com' });
  const alarmMetrics = all('AWS::CloudWatch::Alarm').map(
    ({ Properties: { Metrics } }) => Metrics?.filter(({ MetricStat }: Json) => MetricStat).length ?? 1,
  );
  const rows = [...document.matchAll(/^\| ([^|]+?) +\| +(\d+) \|[^|]+\| +\$([\d.]+) \|$/gm)].map(([, part, number, costs]) => ({
    part,
    number: Number(number),
    costs: Number(costs),
  }));

  test.each<[string, number]>([
    ['WAF: web ACL', all('AWS::WAFv2::WebACL').length],
    ['WAF: rules', one('AWS::WAFv2::WebACL').Properties.Rules.length],
    ['CloudWatch: metrics of alarms', alarmMetrics.reduce((sum, count) => sum + count, 0)],
    ['CloudWatch: dashboards', all('AWS::CloudWatch::Dashboard').length],
    ['Secrets Manager: secrets', all('AWS::SecretsManager::Secret').length],
    ['KMS: keys', all('AWS::KMS::Key').length],
    ['Budgets: budgets', all('AWS::Budgets::Budget').length],
    [
      'Backup: tables with recovery',
      all('AWS::DynamoDB::Table').filter(({ Properties }) => Properties.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled)
        .length,
    ],
    ['Backup: tables with daily backups', one('AWS::Backup::BackupSelection').Properties.BackupSelection.Resources.length],
    ['Tracing: functions with X-Ray', all('AWS::Lambda::Function').filter(({ Properties }) => Properties.TracingConfig).length],
  ])('the row %s of the table of fixed costs has the same number as the templates', (part, number) => {
    expect(rows.find((row) => row.part === part)?.number).toBe(number);
  });

  test('the table of fixed costs has the correct sum, and mentions no other services with fixed costs', () => {
    const sum = rows.reduce((total, { costs }) => total + costs, 0);
    expect(document).toContain(`$${sum.toFixed(2)} |\n\n`);
    expect(all('AWS::EC2::NatGateway')).toEqual([]);
  });
});

describe('the document', () => {
  const complete = {
    account: '123456789012',
    githubRepository: 'example/vitrine',
    domain: {
      name: 'shop.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
      hostedZone: { id: 'Z1', name: 'example.com' },
    },
    google: { clientId: '1-a.apps.googleusercontent.com', secretVersion: '5e1f2a3b-0000-4000-8000-000000000000' },
    mailFrom: 'hello@example.com',
    alarmEmail: 'ops@example.com',
    monthlyBudgetDollars: 200,
  };

  test.each(Object.keys(complete))('the document mentions the setting %s', (name) => {
    expect(document).toMatch(new RegExp(String.raw`\`${name}\b`));
  });

  test('the document mentions only outputs and secrets that the templates contain', () => {
    const templates = JSON.stringify(synthesize(complete).stacks);
    const outputs = ['infra/stacks/web-stack.ts', 'infra/stacks/auth-stack.ts', 'infra/stacks/ci-stack.ts'].map(read).join();
    for (const name of ['SiteOrigin', 'DistributionName', 'GoogleRedirectUri', 'DeployRoleArn']) {
      expect(document).toContain(`\`${name}\``);
      expect(outputs).toContain(`new CfnOutput(this, '${name}'`);
    }
    expect(templates).toContain('GoogleClientSecret');
  });

  test('the document mentions only options that the command accepts', () => {
    const command = read('tools/deploy/main.ts');
    for (const [, option = ''] of document.matchAll(/`--([a-z]+)/g)) expect(command).toMatch(new RegExp(String.raw`\[--${option}\b`));
  });

  test('the document links only to existing files and headings', () => {
    for (const [, path = '', heading] of document.matchAll(/\]\(([\w./-]+)(?:#([\w-]+))?\)/g)) {
      const file = join('docs', path);
      expect(existsSync(join(root, file)), file).toBe(true);
      const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
        text
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      );
      if (heading) expect(headings).toContain(heading);
    }
  });
});

describe('the workflows', () => {
  const [check, deploy] = [read('.github/workflows/check.yml'), read('.github/workflows/deploy.yml')];

  test('the workflows have no more permissions than they need', () => {
    expect(check).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(check).not.toContain('id-token');
    expect(deploy).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(`${check}${deploy}`).not.toMatch(/secrets\.|write-all|pull_request_target/);
  });

  test('the workflow deploys only a tag that passed all checks, with the environment that the role requires', () => {
    expect(deploy).toMatch(/^on:\n {2}push:\n {4}tags: \["v\*"\]\n\n/m);
    expect(deploy).toMatch(/^ {4}needs: check$/m);
    expect(deploy).toContain(`environment: ${testSettings().stage}\n`);
    expect(deploy).toContain('run: npm run deploy -- prod --yes\n');
  });

  test('the workflows run only scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, name = ''] of `${check}${deploy}`.matchAll(/run: npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(name);
  });

  test('the workflows use actions with a major version', () => {
    for (const [, action = ''] of `${check}${deploy}`.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/^\.\/|@v\d+$/);
  });
});
