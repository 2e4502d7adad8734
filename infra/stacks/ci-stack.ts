/** The role with which the workflow of the GitHub repository deploys this stage (.github/workflows/deploy.yml). */
import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { OidcProviderNative, OpenIdConnectPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { edgeRegion, type Settings, signingCertificatesParameter } from '../settings.ts';

const issuer = 'token.actions.githubusercontent.com';

/** The read actions of the preflight and of the deployment. None of them returns a secret. */
const readActions = [
  'acm:DescribeCertificate',
  'cloudformation:DescribeStacks',
  'cloudformation:ListStackResources',
  'lambda:GetAccountSettings',
  'lambda:GetFunctionConcurrency',
  'ses:GetAccount',
  'ses:GetEmailIdentity',
];

export class CiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, credentialKey, ...props }: StackProps & { settings: Settings; credentialKey: IKey },
  ) {
    super(scope, id, { ...props, description: 'Vitrine: the role that deploys from GitHub' });
    const { stage, githubRepository } = settings;
    const provider = new OidcProviderNative(this, 'GitHub', { url: `https://${issuer}`, clientIds: ['sts.amazonaws.com'] });
    const role = new Role(this, 'DeployRole', {
      description: `Deploys the stage ${stage} from ${githubRepository}`,
      // Only jobs of this repository with the environment of this stage get the role. GitHub checks the rules of the environment first.
      assumedBy: new OpenIdConnectPrincipal(provider, {
        StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: `repo:${githubRepository}:environment:${stage}` },
      }),
      maxSessionDuration: Duration.hours(2),
    });
    // CDK's roles do the work. `cdk bootstrap` defines their permissions.
    role.addToPolicy(new PolicyStatement({ actions: ['sts:AssumeRole'], resources: [`arn:aws:iam::${Aws.ACCOUNT_ID}:role/cdk-*`] }));
    role.addToPolicy(new PolicyStatement({ actions: readActions, resources: ['*'] }));
    role.addToPolicy(
      new PolicyStatement({
        actions: ['ssm:GetParameter', 'ssm:PutParameter'],
        resources: [`arn:aws:ssm:${edgeRegion}:${Aws.ACCOUNT_ID}:parameter/vitrine/${stage}/deployment`],
      }),
    );
    // The deployment creates the certificates of the signing key, which are public.
    role.addToPolicy(
      new PolicyStatement({
        actions: ['ssm:GetParameter', 'ssm:PutParameter'],
        resources: [`arn:aws:ssm:${settings.region}:${Aws.ACCOUNT_ID}:parameter${signingCertificatesParameter(stage)}`],
      }),
    );
    role.addToPolicy(new PolicyStatement({ actions: ['kms:GetPublicKey'], resources: [credentialKey.keyArn] }));
    new CfnOutput(this, 'DeployRoleArn', { value: role.roleArn });
  }
}
