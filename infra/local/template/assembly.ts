/** The synthesized app as plain data: every resource of every stack, in the order in which the stacks depend on each other. */
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';

export type Resource = {
  stack: string;
  id: string;
  type: string;
  /** As in the template, intrinsic functions and all. */
  properties: Record<string, unknown>;
  metadata: Record<string, unknown>;
};

export type Template = {
  Resources?: Record<string, { Type: string; Properties?: Record<string, unknown>; Metadata?: Record<string, unknown> }>;
  Parameters?: Record<string, { Default?: string }>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
};

export type Assembly = { directory: string; stacks: { name: string; region: string; template: Template }[]; resources: Resource[] };

export function readAssembly(assembly: CloudAssembly): Assembly {
  const stacks = assembly.stacks.map(({ stackName, environment, template }) => ({
    name: stackName,
    region: environment.region,
    template: template as Template,
  }));
  const resources = stacks.flatMap(({ name, template }) =>
    Object.entries(template.Resources ?? {}).map(([id, { Type, Properties = {}, Metadata = {} }]) => ({
      stack: name,
      id,
      type: Type,
      properties: Properties,
      metadata: Metadata,
    })),
  );
  return { directory: assembly.directory, stacks, resources };
}
