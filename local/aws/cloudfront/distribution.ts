/** Converts a synthesized AWS::CloudFront::Distribution to the behaviours that the local distribution applies. */
import { type CachePolicy, type CachePolicyConfig, cachePolicyOf, managedCachePolicies } from './cache-policy.ts';
import { compilePathPattern } from './path-pattern.ts';
import { compileHeadersPolicy, type HeadersPolicy, type ResponseHeadersPolicyConfig } from './response-headers.ts';
import { readPublicKey, type TrustedKeys } from './signed-request.ts';
import { compileViewerRequest, type ViewerRequestFunction } from './viewer-request.ts';

export type OriginProperties = {
  Id: string;
  DomainName: string;
  OriginPath?: string;
  OriginAccessControlId?: string;
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[];
};

export type BehaviorProperties = {
  TargetOriginId: string;
  AllowedMethods?: string[];
  CachePolicyId: string;
  Compress?: boolean;
  OriginRequestPolicyId?: string;
  ResponseHeadersPolicyId?: string;
  TrustedKeyGroups?: string[];
  FunctionAssociations?: { EventType: string; FunctionARN: string }[];
  LambdaFunctionAssociations?: unknown[];
};

/** `DistributionConfig` of the resource with resolved intrinsics. Only properties that change a response are listed. */
export type DistributionProperties = {
  Origins: OriginProperties[];
  OriginGroups?: {
    Items: {
      Id: string;
      FailoverCriteria: { StatusCodes: { Items: number[] } };
      /** The primary origin, and the second origin for objects that the primary origin does not have. */
      Members: { Items: { OriginId: string }[] };
    }[];
  };
  DefaultCacheBehavior: BehaviorProperties;
  CacheBehaviors?: (BehaviorProperties & { PathPattern: string })[];
  DefaultRootObject?: string;
  CustomErrorResponses?: { ErrorCode: number; ErrorCachingMinTTL?: number; ResponsePagePath?: string }[];
};

export type DistributionParts = {
  distribution: DistributionProperties;
  /** `FunctionCode` of each AWS::CloudFront::Function by its ARN. */
  functions: Record<string, string>;
  /** `ResponseHeadersPolicyConfig` of each AWS::CloudFront::ResponseHeadersPolicy by its id. */
  responseHeadersPolicies: Record<string, ResponseHeadersPolicyConfig>;
  /** `CachePolicyConfig` of each AWS::CloudFront::CachePolicy by its id. */
  cachePolicies?: Record<string, CachePolicyConfig>;
  /** The ids of the public keys of each AWS::CloudFront::KeyGroup by its id. */
  keyGroups?: Record<string, string[]>;
  /** `EncodedKey` of each AWS::CloudFront::PublicKey by its id. */
  publicKeys?: Record<string, string>;
};

export type Behaviour = {
  matches(path: string): boolean;
  origin: OriginProperties;
  /** The origin for objects that `origin` does not have. */
  fallbackOrigin?: OriginProperties | undefined;
  allowedMethods: ReadonlySet<string>;
  compress: boolean;
  cachePolicy: CachePolicy;
  originRequestPolicyId?: string;
  viewerRequest?: ViewerRequestFunction;
  headersPolicy?: HeadersPolicy;
  /** If set, each request needs a signature with one of these keys. */
  trustedKeys?: TrustedKeys | undefined;
};

const DEFAULT_METHODS = ['GET', 'HEAD'];

/**
 * Returns the behaviours in the order in which CloudFront compares them with a path. The default behaviour is last.
 * @throws Error for any setting that the local distribution does not support
 */
export function behavioursOf({
  distribution,
  functions,
  responseHeadersPolicies,
  cachePolicies = {},
  ...signers
}: DistributionParts): Behaviour[] {
  const policies = {
    ...managedCachePolicies,
    ...Object.fromEntries(Object.entries(cachePolicies).map(([id, config]) => [id, cachePolicyOf(config)])),
  };
  const responseWithPage = distribution.CustomErrorResponses?.find((response) => response.ResponsePagePath);
  if (responseWithPage) throw unsupportedError(`CustomErrorResponses with a ResponsePagePath (${responseWithPage.ErrorCode})`);

  const compile = (properties: BehaviorProperties, pattern: string): Behaviour => {
    if (properties.LambdaFunctionAssociations?.length) throw unsupportedError(`LambdaFunctionAssociations of ${pattern}`);
    const policyId = properties.ResponseHeadersPolicyId;
    const trustedKeys = trustedKeysOf(properties, signers);
    if (trustedKeys && properties.FunctionAssociations?.length) throw unsupportedError(`functions of ${pattern}, which has key groups`);
    return {
      matches: compilePathPattern(pattern),
      ...originsOf(distribution, properties.TargetOriginId),
      allowedMethods: new Set(properties.AllowedMethods ?? DEFAULT_METHODS),
      compress: properties.Compress ?? false,
      cachePolicy: requireValue(policies[properties.CachePolicyId], 'cache policy', properties.CachePolicyId),
      originRequestPolicyId: properties.OriginRequestPolicyId,
      viewerRequest: viewerRequestOf(properties, functions),
      headersPolicy: policyId
        ? compileHeadersPolicy(requireValue(responseHeadersPolicies[policyId], 'response headers policy', policyId))
        : undefined,
      trustedKeys,
    };
  };

  const pathBehaviours = distribution.CacheBehaviors ?? [];
  return [
    ...pathBehaviours.map((properties) => compile(properties, properties.PathPattern)),
    compile(distribution.DefaultCacheBehavior, '*'),
  ];
}

/** Returns the keys of the trusted key groups, or undefined if the behaviour requires no signature. */
function trustedKeysOf(
  { TrustedKeyGroups = [] }: BehaviorProperties,
  { keyGroups = {}, publicKeys = {} }: Pick<DistributionParts, 'keyGroups' | 'publicKeys'>,
): TrustedKeys | undefined {
  if (TrustedKeyGroups.length === 0) return undefined;
  const ids = TrustedKeyGroups.flatMap((group) => requireValue(keyGroups[group], 'key group', group));
  return new Map(ids.map((id) => [id, readPublicKey(requireValue(publicKeys[id], 'public key', id))]));
}

/** Returns an origin, or the two origins of a group. */
function originsOf({ Origins, OriginGroups }: DistributionProperties, id: string): Pick<Behaviour, 'origin' | 'fallbackOrigin'> {
  const group = OriginGroups?.Items.find(({ Id }) => Id === id);
  if (group && group.FailoverCriteria.StatusCodes.Items.join() !== '404')
    throw unsupportedError(`the origin group ${id}, because it does not fail over at exactly 404`);
  const [first = id, second] = group?.Members.Items.map(({ OriginId }) => OriginId) ?? [];
  const origin = (name: string) =>
    requireValue(
      Origins.find(({ Id }) => Id === name),
      'origin',
      name,
    );
  return { origin: origin(first), fallbackOrigin: second === undefined ? undefined : origin(second) };
}

/** By default, CloudFront caches an error for this time. */
const defaultErrorSeconds = 10;

/** Returns a function that computes how many seconds CloudFront caches an error response with a given status. */
export const errorSecondsOf =
  ({ CustomErrorResponses = [] }: DistributionProperties) =>
  (status: number): number =>
    CustomErrorResponses.find(({ ErrorCode }) => ErrorCode === status)?.ErrorCachingMinTTL ?? defaultErrorSeconds;

function viewerRequestOf(properties: BehaviorProperties, functions: Record<string, string>): ViewerRequestFunction | undefined {
  for (const { EventType, FunctionARN } of properties.FunctionAssociations ?? []) {
    if (EventType !== 'viewer-request') throw unsupportedError(`a ${EventType} function`);
    return compileViewerRequest(requireValue(functions[FunctionARN], 'function', FunctionARN));
  }
  return undefined;
}

function requireValue<Value>(value: Value | undefined, kind: string, name: string): Value {
  if (value === undefined) throw new Error(`The distribution names a ${kind} that the template does not have: ${name}`);
  return value;
}

const unsupportedError = (setting: string): Error => new Error(`The local distribution does not apply ${setting}`);
