import type { Assembly } from '../template/assembly.ts';
import type { Resolver } from '../template/resolve.ts';

/** The settings that the template gives to functions, by name: where the tables and the bucket are. */
export function settingsOf(assembly: Assembly, resolver: Resolver): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const { stack, type, properties } of assembly.resources) {
    if (type !== 'AWS::Lambda::Function') continue;
    const { Variables = {} } = resolver.resolve<{ Variables?: Record<string, string> }>(stack, properties.Environment ?? {});
    Object.assign(settings, Variables);
  }
  return settings;
}
