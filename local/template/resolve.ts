/**
 * Resolves CloudFormation's intrinsic functions with the local resources. If a function is unknown, the error contains the name of the
 * function.
 */
import type { Assembly, Resource } from './assembly.ts';

export const accountId = '000000000000';
export const region = 'us-east-1';

/** The values of `Ref` and `Fn::GetAtt` for a resource type. */
export type Identity = { ref(resource: Resource): string; attribute(resource: Resource, name: string): unknown };

export type Resolver = {
  /** Returns a value of a stack's template with all intrinsic functions resolved. Properties without a value are omitted. */
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
    if (!resource) throw new Error(`The template of ${stack} refers to ${id}, but does not contain this resource`);
    return resource;
  };
  const ref = (resource: Resource): string => identityOf(resource).ref(resource);
  const attribute = (resource: Resource, name: string): unknown => {
    const value = identityOf(resource).attribute(resource, name);
    if (value === undefined) throw new Error(`The local cloud does not know the attribute ${name} of ${resource.type} (${resource.id})`);
    return value;
  };

  function resolveRef({ stack }: Scope, id: string): unknown {
    const pseudoParameters: Record<string, string | undefined> = {
      'AWS::Region': region,
      'AWS::AccountId': accountId,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stack,
      'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${stack}/local`,
      'AWS::NoValue': undefined,
    };
    if (Object.hasOwn(pseudoParameters, id)) return pseudoParameters[id];
    const parameter = templates.get(stack)?.Parameters?.[id];
    return parameter ? parameter.Default : ref(resourceOf(stack, id));
  }

  function resolveImport(name: string): unknown {
    for (const { name: stack, template } of assembly.stacks) {
      for (const { Value, Export } of Object.values(template.Outputs ?? {})) {
        if (Export && resolveValue({ stack }, Export.Name) === name) return resolveValue({ stack }, Value);
      }
    }
    throw new Error(`No stack exports ${name}`);
  }

  function resolveSubstitution(scope: Scope, argument: unknown): string {
    const [text, values] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, Record<string, unknown>];
    const replaced = text.replace(/\$\{([^!}]+)\}/g, (_, name: string) => {
      if (Object.hasOwn(values, name)) return String(resolveValue(scope, values[name]));
      const [id = '', ...attributePath] = name.split('.');
      return String(attributePath.length > 0 ? attribute(resourceOf(scope.stack, id), attributePath.join('.')) : resolveRef(scope, id));
    });
    return replaced.replaceAll('${!', '${');
  }

  const functions: Record<string, (scope: Scope, argument: never) => unknown> = {
    Ref: (scope, id: string) => resolveRef(scope, id),
    'Fn::GetAtt': ({ stack }, [id, name]: [string, string]) => attribute(resourceOf(stack, id), name),
    'Fn::Join': (scope, [separator, parts]: [string, unknown]) => (resolveValue(scope, parts) as unknown[]).join(separator),
    'Fn::Sub': (scope, argument: unknown) => resolveSubstitution(scope, argument),
    'Fn::Select': (scope, [index, list]: [unknown, unknown]) =>
      (resolveValue(scope, list) as unknown[])[Number(resolveValue(scope, index))],
    'Fn::Split': (scope, [separator, text]: [string, unknown]) => String(resolveValue(scope, text)).split(separator),
    'Fn::ImportValue': (scope, name: unknown) => resolveImport(String(resolveValue(scope, name))),
  };

  function resolveValue(scope: Scope, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => resolveValue(scope, entry)).filter((entry) => entry !== undefined);
    if (typeof value === 'string') return insertSecrets(value);
    if (value === null || typeof value !== 'object') return value;
    const [[name, argument] = ['', undefined], ...otherEntries] = Object.entries(value);
    if (otherEntries.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
      const resolveFunction = functions[name];
      if (!resolveFunction) throw new Error(`The local cloud does not know ${name}`);
      const result = resolveFunction(scope, argument as never);
      return typeof result === 'string' ? insertSecrets(result) : result;
    }
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, entry]) => [key, resolveValue(scope, entry)])
        .filter(([, entry]) => entry !== undefined),
    );
  }

  /** Resolves dynamic references to secrets. The deployed template contains only the reference, never the secret itself. */
  const insertSecrets = (text: string): string =>
    text.replace(/\{\{resolve:secretsmanager:(arn:[^}]+?):SecretString:([^:}]*)[^}]*\}\}/g, (_, arn: string, key: string) =>
      secretText(arn, key),
    );

  return { resolve: <Value>(stack: string, value: unknown) => resolveValue({ stack }, value) as Value, ref, attribute };
}
