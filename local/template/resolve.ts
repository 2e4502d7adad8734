/** Resolves CloudFormation's intrinsic functions with the local resources. If it cannot resolve one, it throws an error that names it. */
import type { Assembly, Resource } from './assembly.ts';

export const accountId = '000000000000';
export const region = 'us-east-1';

/** The values of `Ref` and `Fn::GetAtt` for a resource type. */
export type Identity = { ref(resource: Resource): string; attribute(resource: Resource, name: string): unknown };

export type Resolver = {
  /** Returns a value of a stack's template with every intrinsic replaced; properties without a value are omitted. */
  resolve<Value>(stack: string, value: unknown): Value;
  ref(resource: Resource): string;
  attribute(resource: Resource, name: string): unknown;
};

type Scope = { stack: string };

export function createResolver(
  assembly: Assembly,
  identityOf: (resource: Resource) => Identity,
  secretText: (arn: string, key: string) => string,
): Resolver {
  const byId = new Map(assembly.resources.map((resource) => [`${resource.stack}/${resource.id}`, resource]));
  const templates = new Map(assembly.stacks.map(({ name, template }) => [name, template]));

  const resourceOf = (stack: string, id: string): Resource => {
    const resource = byId.get(`${stack}/${id}`);
    if (!resource) throw new Error(`The template of ${stack} names ${id}, which it does not contain`);
    return resource;
  };
  const ref = (resource: Resource): string => identityOf(resource).ref(resource);
  const attribute = (resource: Resource, name: string): unknown => {
    const value = identityOf(resource).attribute(resource, name);
    if (value === undefined) throw new Error(`The local cloud does not know the attribute ${name} of ${resource.type} (${resource.id})`);
    return value;
  };

  function refIn({ stack }: Scope, id: string): unknown {
    const pseudo: Record<string, string | undefined> = {
      'AWS::Region': region,
      'AWS::AccountId': accountId,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stack,
      'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${stack}/local`,
      'AWS::NoValue': undefined,
    };
    if (Object.hasOwn(pseudo, id)) return pseudo[id];
    const parameter = templates.get(stack)?.Parameters?.[id];
    return parameter ? parameter.Default : ref(resourceOf(stack, id));
  }

  function imported(name: string): unknown {
    for (const { name: stack, template } of assembly.stacks) {
      for (const { Value, Export } of Object.values(template.Outputs ?? {})) {
        if (Export && walk({ stack }, Export.Name) === name) return walk({ stack }, Value);
      }
    }
    throw new Error(`No stack exports ${name}`);
  }

  function substituted(scope: Scope, argument: unknown): string {
    const [text, values] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, Record<string, unknown>];
    const filled = text.replace(/\$\{([^!}]+)\}/g, (_, name: string) => {
      if (Object.hasOwn(values, name)) return String(walk(scope, values[name]));
      const [id = '', ...rest] = name.split('.');
      return String(rest.length > 0 ? attribute(resourceOf(scope.stack, id), rest.join('.')) : refIn(scope, id));
    });
    return filled.replaceAll('${!', '${');
  }

  const functions: Record<string, (scope: Scope, argument: never) => unknown> = {
    Ref: (scope, id: string) => refIn(scope, id),
    'Fn::GetAtt': ({ stack }, [id, name]: [string, string]) => attribute(resourceOf(stack, id), name),
    'Fn::Join': (scope, [separator, parts]: [string, unknown]) => (walk(scope, parts) as unknown[]).join(separator),
    'Fn::Sub': (scope, argument: unknown) => substituted(scope, argument),
    'Fn::Select': (scope, [index, list]: [unknown, unknown]) => (walk(scope, list) as unknown[])[Number(walk(scope, index))],
    'Fn::Split': (scope, [separator, text]: [string, unknown]) => String(walk(scope, text)).split(separator),
    'Fn::ImportValue': (scope, name: unknown) => imported(String(walk(scope, name))),
  };

  function walk(scope: Scope, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => walk(scope, entry)).filter((entry) => entry !== undefined);
    if (typeof value === 'string') return withSecrets(value);
    if (value === null || typeof value !== 'object') return value;
    const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
    if (others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
      const run = functions[name];
      if (!run) throw new Error(`The local cloud does not know ${name}`);
      const result = run(scope, argument as never);
      return typeof result === 'string' ? withSecrets(result) : result;
    }
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, entry]) => [key, walk(scope, entry)])
        .filter(([, entry]) => entry !== undefined),
    );
  }

  /** Resolves dynamic references to secrets. The deployed template contains only the reference, never the secret itself. */
  const withSecrets = (text: string): string =>
    text.replace(/\{\{resolve:secretsmanager:(arn:[^}]+?):SecretString:([^:}]*)[^}]*\}\}/g, (_, arn: string, key: string) =>
      secretText(arn, key),
    );

  return { resolve: <Value>(stack: string, value: unknown) => walk({ stack }, value) as Value, ref, attribute };
}
