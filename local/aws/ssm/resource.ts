import type { ResourceType } from '../../template/resource-type.ts';

type ParameterProperties = { Name: string; Value: string };

/** The parameter `/site-origin` contains the origin of the local cloud. All other parameters have the same values as on AWS. */
export const ssmParameter: ResourceType = {
  type: 'AWS::SSM::Parameter',
  properties: { reads: ['Name', 'Value'], allowedValues: { Type: ['String'] } },
  ref: ({ properties }) => String(properties.Name),
  attributes: { Value: ({ properties }) => properties.Value },
  startAll(resources, { resolver, parameters, origin }) {
    for (const { stack, properties } of resources) {
      const { Name, Value } = resolver.resolve<ParameterProperties>(stack, properties);
      parameters.put(Name, Name.endsWith('/site-origin') ? origin : Value);
    }
  },
};
