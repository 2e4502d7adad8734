/** The synthesized app as plain data: every resource of every stack, in the order of the stacks' dependencies. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';

export type Resource = {
  stack: string;
  id: string;
  type: string;
  /** The unresolved properties of the template, with intrinsic functions. An update policy is here too, as `UpdatePolicy`. */
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
  return { directory: assembly.directory, assets: assetsOf(assembly.directory), stacks, resources: resourcesIn(stacks) };
}

const resourcesIn = (stacks: Assembly['stacks']): Resource[] =>
  stacks.flatMap(({ name, template }) =>
    Object.entries(template.Resources ?? {}).map(([id, { Type, Properties = {}, Metadata = {}, UpdatePolicy }]) => ({
      stack: name,
      id,
      type: Type,
      properties: { ...Properties, ...(UpdatePolicy && { UpdatePolicy }) },
      metadata: Metadata,
    })),
  );

const storedFile = 'assembly.json';

/** The paths of the assets are relative, so the directory can be moved. */
type StoredAssembly = { stacks: Assembly['stacks']; assets: [string, string][] };

/** Stores the assembly in its directory, for `readStoredAssembly`. */
export function storeAssembly(cloudAssembly: CloudAssembly): Assembly {
  const assembly = readAssembly(cloudAssembly);
  const { directory, stacks } = assembly;
  const assets = [...assembly.assets].map(([hash, path]): [string, string] => [hash, relative(directory, path)]);
  writeFileSync(join(directory, storedFile), JSON.stringify({ stacks, assets } satisfies StoredAssembly));
  return assembly;
}

/** Reads a stored assembly without the CDK. */
export function readStoredAssembly(directory: string): Assembly {
  const { stacks, assets } = JSON.parse(readFileSync(join(directory, storedFile), 'utf8')) as StoredAssembly;
  const absoluteAssets = assets.map(([hash, path]): [string, string] => [hash, resolve(directory, path)]);
  return { directory, assets: new Map(absoluteAssets), stacks, resources: resourcesIn(stacks) };
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
