/** The synthesized app as plain data: every resource of every stack, in the order of the stacks' dependencies. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';

export type Resource = {
  stack: string;
  id: string;
  type: string;
  /** The unresolved properties of the template, with intrinsic functions. An update policy is the property `UpdatePolicy`. */
  properties: Record<string, unknown>;
  metadata: Record<string, unknown>;
};

export type Template = {
  Resources?: Record<
    string,
    { Type: string; Properties?: Record<string, unknown>; Metadata?: Record<string, unknown>; UpdatePolicy?: Record<string, unknown> }
  >;
  Parameters?: Record<string, { Default?: string }>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
};

export type Assembly = {
  directory: string;
  /** The folder or file of each asset. The key is the hash of the asset. */
  assets: Map<string, string>;
  stacks: { name: string; region: string; template: Template }[];
  resources: Resource[];
};

export function readAssembly(assembly: CloudAssembly): Assembly {
  const stacks = assembly.stacks.map(({ stackName, environment, template }) => ({
    name: stackName,
    region: environment.region,
    template: template as Template,
  }));
  const resources = stacks.flatMap(({ name, template }) =>
    Object.entries(template.Resources ?? {}).map(([id, { Type, Properties = {}, Metadata = {}, UpdatePolicy }]) => ({
      stack: name,
      id,
      type: Type,
      properties: { ...Properties, ...(UpdatePolicy && { UpdatePolicy }) },
      metadata: Metadata,
    })),
  );
  return { directory: assembly.directory, assets: assetsOf(assembly.directory), stacks, resources };
}

type AssetManifest = { files?: Record<string, { source: { path: string } }> };

function assetsOf(directory: string): Map<string, string> {
  const manifests = readdirSync(directory).filter((name) => name.endsWith('.assets.json'));
  return new Map(
    manifests.flatMap((name) => {
      const { files = {} } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as AssetManifest;
      return Object.entries(files).map(([hash, { source }]): [string, string] => [hash, resolve(directory, source.path)]);
    }),
  );
}
