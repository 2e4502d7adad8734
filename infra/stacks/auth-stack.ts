/**
 * The user pool of the sellers, who sign in only with Google. The pool remains even if the stack is deleted, because accounts use the user
 * ids of the pool.
 */
import { Aws, CfnOutput, Duration, RemovalPolicy, SecretValue, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  ManagedLoginVersion,
  OAuthScope,
  ProviderAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolIdentityProviderGoogle,
} from 'aws-cdk-lib/aws-cognito';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { localOrigin, missingGoogleClientId, type Settings } from '../settings.ts';

export class AuthStack extends Stack {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  /** Host of the sign-in pages. */
  readonly signInDomain: string;
  /** The sender address of mail. Undefined if no sender is configured. */
  readonly mail?: { from: string; identityArn: string };

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, { ...props, description: 'Vitrine: sign-in with Google', terminationProtection: true });

    this.userPool = new UserPool(this, 'UserPool', {
      // Refresh token rotation needs this plan.
      featurePlan: FeaturePlan.ESSENTIALS,
      // Users cannot sign up with a password, because the sign-in with Google creates the accounts.
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      // Mapped attributes must be mutable. Otherwise, the second sign-in fails.
      standardAttributes: { email: { required: true, mutable: true }, fullname: { mutable: true }, profilePicture: { mutable: true } },
      accountRecovery: AccountRecovery.NONE,
      passwordPolicy: { minLength: 16, requireDigits: true, requireLowercase: true, requireUppercase: true, requireSymbols: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledgeUserPool(this.userPool);

    const google = this.createGoogleProvider(settings);
    this.client = this.createSiteClient(settings);
    this.client.node.addDependency(google);

    // The prefix must be unique in an AWS region, so it contains the account number.
    const domainPrefix = `vitrine-${settings.stage}-${Aws.ACCOUNT_ID}`;
    this.userPool.addDomain('Domain', { cognitoDomain: { domainPrefix }, managedLoginVersion: ManagedLoginVersion.CLASSIC_HOSTED_UI });
    this.signInDomain = `${domainPrefix}.auth.${settings.region}.amazoncognito.com`;
    if (settings.mailFrom) this.mail = this.createMailIdentity(settings.mailFrom);
    new CfnOutput(this, 'GoogleRedirectUri', { value: `https://${this.signInDomain}/oauth2/idpresponse` });
  }

  private createGoogleProvider({ google }: Settings): UserPoolIdentityProviderGoogle {
    const secret = new Secret(this, 'GoogleClientSecret', {
      description: 'Client secret of the Google project: {"GOOGLE_CLIENT_SECRET":"…"}. See docs/deploy.md.',
      secretObjectValue: { GOOGLE_CLIENT_SECRET: SecretValue.unsafePlainText('not-set-yet') },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason: 'Google issues this secret, so only Google can change it.' });
    return new UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool: this.userPool,
      clientId: google?.clientId ?? missingGoogleClientId,
      // CloudFormation reads the secret only if the template changes. So a new secret needs a new version here.
      clientSecretValue: SecretValue.secretsManager(secret.secretArn, {
        jsonField: 'GOOGLE_CLIENT_SECRET',
        ...(google?.secretVersion && { versionId: google.secretVersion }),
      }),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        email: ProviderAttribute.GOOGLE_EMAIL,
        emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: ProviderAttribute.GOOGLE_NAME,
        profilePicture: ProviderAttribute.GOOGLE_PICTURE,
      },
    });
  }

  /** Creates the identity of the domain that sends mail. Three DNS records verify the domain, and the stack prints them as outputs. */
  private createMailIdentity(from: string): { from: string; identityArn: string } {
    const identity = new EmailIdentity(this, 'MailIdentity', { identity: Identity.domain(from.split('@')[1] ?? '') });
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN);
    identity.dkimRecords.forEach(({ name, value }, index) => {
      new CfnOutput(this, `MailDnsRecord${index + 1}`, { value: `${name} CNAME ${value}` });
    });
    return { from, identityArn: identity.emailIdentityArn };
  }

  private createSiteClient({ siteOrigin = localOrigin }: Settings): UserPoolClient {
    return this.userPool.addClient('Site', {
      // A page cannot store a secret safely. With PKCE, only the page that started the sign-in can use the code.
      generateSecret: false,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.GOOGLE],
      // Without this setting, Cognito would allow several flows. No client can use the custom flow, because the pool has no trigger for it.
      authFlows: { custom: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [`${siteOrigin}/auth/callback`],
        logoutUrls: [`${siteOrigin}/`],
      },
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      // Two browser tabs may refresh at the same time, so a used refresh token remains valid for a minute.
      refreshTokenRotationGracePeriod: Duration.minutes(1),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
  }
}

function acknowledgeUserPool(pool: UserPool): void {
  const reason =
    'No user of this pool has a password: users cannot sign up, and the only client accepts only Google. Google checks the second factor and the risk of each sign-in.';
  for (const id of ['AwsSolutions-COG2', 'AwsSolutions-COG3', 'AwsSolutions-COG8']) Validations.of(pool).acknowledge({ id, reason });
}
