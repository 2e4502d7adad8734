import type { ResourceType } from '../../template/resource-type.ts';

type ParameterProperties = { Name: string; Value: string };

/** The site's address is the only parameter with a different value: locally, it is the local cloud's origin. */
export const ssmParameter: ResourceType = {
  type: 'AWS::SSM::Parameter',
  properties: { reads: ['Name', 'Value'], only: { Type: ['String'] } },
  ref: ({ properties }) => String(properties.Name),
  attributes: { Value: ({ properties }) => properties.Value },
  standUp(resources, { resolver, parameters, origin }) {
    for (const { stack, properties } of resources) {
      const { Name, Value } = resolver.resolve<ParameterProperties>(stack, properties);
      parameters.put(Name, Name.endsWith('/site-origin') ? origin : Value);
    }
  },
};
