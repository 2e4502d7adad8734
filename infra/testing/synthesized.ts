/** The synthesized templates as plain data, for tests of what they say. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template holds whatever CloudFormation takes
export type Json = any;
export type Resource = { stack: string; id: string; Type: string; Properties: Json; DeletionPolicy?: string; UpdateReplacePolicy?: string };
export type Synthesized = {
  stacks: { name: string; region: string; resources: Resource[]; dependencies: string[] }[];
  all(type: string): Resource[];
  /** The one resource of a type whose logical id begins so. */
  one(type: string, id?: string): Resource;
};

/** Synthesizes without anything built, and without CDK's own validation of the templates, which takes longer than all the rest. */
export function synthesize(options: Omit<NonNullable<Parameters<typeof createApp>[0]>, 'outdir' | 'skipAssets'> = {}): Synthesized {
  const outdir = mkdtempSync(join(tmpdir(), 'synth-'));
  const validation = process.env.CDK_VALIDATION;
  process.env.CDK_VALIDATION = 'false';
  try {
    const assembly = createApp({ ...options, outdir, skipAssets: true }).synth();
    const stacks = assembly.stacks.map(({ stackName, environment, template, dependencies }) => ({
      name: stackName,
      region: environment.region,
      resources: Object.entries(template.Resources as Record<string, Omit<Resource, 'stack' | 'id'>>).map(([id, resource]) => ({
        ...resource,
        stack: stackName,
        id,
      })),
      dependencies: dependencies.map(({ id }) => id).filter((id) => !id.endsWith('.assets')),
    }));
    const resources = stacks.flatMap((stack) => stack.resources);
    const all = (type: string) => resources.filter(({ Type }) => Type === type);
    const one = (type: string, id = '') => {
      const [found, ...others] = all(type).filter((resource) => resource.id.startsWith(id));
      if (!found || others.length > 0) throw new Error(`There are ${found ? others.length + 1 : 0} of ${type} ${id}`);
      return found;
    };
    return { stacks, all, one };
  } finally {
    if (validation === undefined) delete process.env.CDK_VALIDATION;
    else process.env.CDK_VALIDATION = validation;
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** A value with references written out as `<id>` and `<id.attribute>`, joined into text where CloudFormation would join it. */
export function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const [[name, argument] = ['', undefined], ...others] = Object.entries(value) as [string, Json][];
  if (others.length === 0) {
    if (name === 'Ref') return `<${argument}>`;
    if (name === 'Fn::GetAtt') return `<${argument.join('.')}>`;
    if (name === 'Fn::ImportValue') return `<${plain(argument)}>`;
    if (name === 'Fn::Join') return plain(argument[1]).join(argument[0]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
