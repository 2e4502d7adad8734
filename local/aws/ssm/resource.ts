import type { ResourceType } from '../../template/resource-type.ts';

type ParameterProperties = { Name: string; Value: string };

/** Only the parameter with the site's address has another value than on AWS: the origin of the local cloud. */
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
