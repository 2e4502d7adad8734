/** The resources for the work on accepted batches: the steps, the state machines and their secrets. */
import { ArnFormat, Duration, RemovalPolicy, SecretValue, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IVersion, Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { batchKinds } from '#shared/batch/batch.ts';
import type { JobName } from '#shared/metrics.ts';
import { type VendorName, vendorNames, vendors } from '#shared/vendors.ts';
import { type WorkKind, workKindNames, workKinds } from '#shared/work/kinds.ts';
import type { Artifacts } from '../artifacts.ts';
import { createNativeLayer } from '../constructs/native-layer.ts';
import { OrderSchedules } from '../constructs/order-schedules.ts';
import { type Grantable, grantNextExecutions, grantTaskCompletion, operatorVariables } from '../constructs/permissions.ts';
import { ProductFunction } from '../constructs/product-function.ts';
import { createMachineAlias, createProductMachine, publishVersion } from '../constructs/product-machine.ts';
import { jobs } from '../functions/jobs.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import { type StepName, steps } from '../functions/steps.ts';
import type { Rollout } from '../rollout.ts';
import {
  mediaLinksParameter,
  operatorSettingsParameter,
  type Settings,
  signingCertificatesParameter,
  siteOriginParameter,
} from '../settings.ts';
import { accountExport, accountExportTimeout, archive, archiveTimeout } from '../state-machines/archive.ts';
import { editItem, editItemTimeout } from '../state-machines/edit-item.ts';
import { fileCheck, fileCheckTimeout } from '../state-machines/file-check.ts';
import { finishFiles, finishTimeout } from '../state-machines/finish-files.ts';
import { imageItem, imageItemTimeout } from '../state-machines/image-item.ts';
import { lateVideo, lateVideoTimeout } from '../state-machines/late-video.ts';
import { packageFiles, packageTimeout } from '../state-machines/package.ts';
import type { ItemMachine } from '../state-machines/versions.ts';
import { videoItem, videoItemTimeout } from '../state-machines/video-item.ts';
import { work } from '../work.ts';
import type { AuthStack } from './auth-stack.ts';
import type { DataStack } from './data-stack.ts';

type RunsStackProps = StackProps & { settings: Settings; rollout: Rollout; artifacts: Artifacts; data: DataStack; auth: AuthStack };

type JobContext = { settings: Settings; artifacts: Artifacts; grantable: Grantable };

export class RunsStack extends Stack {
  /** The state machine of each kind of work. */
  readonly workMachines: Record<WorkKind, StateMachine>;
  readonly videoItem: StateMachine;
  /** All state machines. */
  readonly machines: StateMachine[];
  /** The machines whose items wait for slots. */
  private readonly slotMachines: readonly StateMachine[];
  readonly orderSchedules: OrderSchedules;
  readonly lateVideo: StateMachine;
  readonly archive: StateMachine;
  readonly accountExport: StateMachine;
  readonly fileCheck: StateMachine;
  readonly finish: StateMachine;
  readonly package: StateMachine;
  /** The function that signs files. */
  readonly signer: Lambda;
  /** Signs the webhook URLs for vendors. */
  readonly webhookSecret: Secret;
  /** The parameter with the origin of the site. The web stack writes this parameter. */
  readonly siteOriginParameter: { name: string; arn: string };
  /** The parameter with the settings of the links to media. The web stack writes this parameter. */
  readonly mediaLinksParameter: { name: string; arn: string };
  /** The secrets of all vendors. Functions of other stacks use them too. */
  readonly vendorSecrets: Record<VendorName, Secret>;

  constructor(scope: Construct, id: string, { settings, rollout, artifacts, data, auth, ...props }: RunsStackProps) {
    super(scope, id, { ...props, description: 'Vitrine: the state machines of batches and their steps' });

    this.webhookSecret = new Secret(this, 'WebhookSecret', {
      description: 'Signs the webhook URLs of vendors',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    acknowledgeRotation(this.webhookSecret, 'A new secret would make the pending webhook URLs invalid, and their reports would be lost.');
    this.vendorSecrets = Object.fromEntries(vendorNames.map((name) => [name, this.createVendorSecret(name)])) as Record<VendorName, Secret>;
    this.siteOriginParameter = this.parameterOf(siteOriginParameter(settings.stage));
    this.mediaLinksParameter = this.parameterOf(mediaLinksParameter(settings.stage));
    const grantable = this.createGrantable(settings, data, auth);
    const lambdas = this.createSteps({ settings, artifacts, grantable });
    this.signer = lambdas.signFile;
    const versions = publishVersions(lambdas);
    this.videoItem = createProductMachine(this, 'VideoItem', {
      stage: settings.stage,
      timeout: videoItemTimeout,
      define: (machine) => videoItem(machine, versions),
    });
    const imageItemMachine = createProductMachine(this, 'ImageItem', {
      stage: settings.stage,
      timeout: imageItemTimeout,
      define: (machine) => imageItem(machine, versions),
    });
    const editItemMachine = createProductMachine(this, 'EditItem', {
      stage: settings.stage,
      timeout: editItemTimeout,
      define: (machine) => editItem(machine, versions),
    });
    const asItem = (machine: StateMachine): ItemMachine => ({ machine, versionArn: publishVersion(machine) });
    const parts = {
      ...versions,
      videoItem: asItem(this.videoItem),
      imageItem: asItem(imageItemMachine),
      editItem: asItem(editItemMachine),
    };
    const machineOf = (kind: WorkKind) => {
      const { timeout, define } = work[kind];
      return createProductMachine(this, workKinds[kind].machine, {
        stage: settings.stage,
        timeout,
        define: (scope) => define(scope, parts),
      });
    };
    this.workMachines = Object.fromEntries(workKindNames.map((kind) => [kind, machineOf(kind)])) as Record<WorkKind, StateMachine>;
    for (const machine of Object.values(this.workMachines)) createMachineAlias(machine, rollout);
    this.lateVideo = createProductMachine(this, 'LateVideo', {
      stage: settings.stage,
      timeout: lateVideoTimeout,
      define: (machine) => lateVideo(machine, versions),
    });
    this.archive = createProductMachine(this, 'Archive', {
      stage: settings.stage,
      timeout: archiveTimeout,
      define: (machine) => archive(machine, versions),
    });
    this.accountExport = createProductMachine(this, 'AccountExport', {
      stage: settings.stage,
      timeout: accountExportTimeout,
      define: (machine) => accountExport(machine, versions),
    });
    this.fileCheck = createProductMachine(this, 'FileCheck', {
      stage: settings.stage,
      timeout: fileCheckTimeout,
      define: (machine) => fileCheck(machine, versions),
    });
    this.finish = createProductMachine(this, 'Finish', {
      stage: settings.stage,
      timeout: finishTimeout,
      define: (machine) => finishFiles(machine, versions),
    });
    this.package = createProductMachine(this, 'Package', {
      stage: settings.stage,
      timeout: packageTimeout,
      define: (machine) => packageFiles(machine, versions),
    });
    this.machines = [
      ...Object.values(this.workMachines),
      this.videoItem,
      imageItemMachine,
      editItemMachine,
      this.lateVideo,
      this.archive,
      this.accountExport,
      this.fileCheck,
      this.finish,
      this.package,
    ];
    this.slotMachines = [this.videoItem, imageItemMachine, editItemMachine, this.workMachines['photo-edit'], this.workMachines.pipeline];
    for (const [name, spec] of Object.entries(steps))
      this.grantTaskCompletions(this, pascalCase(name), { spec, lambda: lambdas[name as StepName] });
    this.grantNextBatches(lambdas);
    new StringParameter(this, 'OperatorSettings', {
      parameterName: operatorSettingsParameter(settings.stage),
      stringValue: this.toJsonString(operatorVariables({ ...grantable, work: this.workMachines, userPool: auth.userPool })),
    });
    const jobContext = {
      settings,
      artifacts,
      grantable: { ...grantable, work: this.workMachines, userPool: auth.userPool },
    };
    this.orderSchedules = new OrderSchedules(this, 'OrderSchedules', jobContext);
    this.createJob('reconcile', 'Restarts work that a crash interrupted', jobContext);
    this.createJob('repairSlots', 'Returns the slots that a crash left occupied', jobContext);
    this.createJob('sendWelcomeMails', 'Sends the welcome mails that no page requested', jobContext);
    this.createJob('sendDoneMails', 'Sends the mails about ended work that are not sent yet', jobContext);
    this.createJob('continueOrders', 'Continues the large orders that wait or that a crash interrupted', jobContext);
    this.createJob('topUpAccounts', 'Charges the saved cards of accounts with low balances', jobContext);
    this.createJob('removeChecks', 'Deletes the files of checks that have not ended', jobContext);
    this.createJob('closeAccounts', 'Deletes the accounts whose owners requested the deletion', jobContext);
  }

  /** Allows a function to complete the waiting steps for which it has a grant. */
  grantTaskCompletions(scope: Construct, id: string, { spec: { grants }, lambda }: { spec: FunctionSpec; lambda: Lambda }): void {
    const machines = grants.continuesWork ? this.slotMachines : grants.completesTasks ? [this.videoItem] : [];
    if (machines.length > 0) grantTaskCompletion(scope, { id: `${id}Answers`, lambda, machines });
  }

  /** Allows the steps that continue large orders to start the machines of batches. */
  private grantNextBatches(lambdas: Record<StepName, Lambda>): void {
    const machines = batchKinds.map((kind) => this.workMachines[kind]);
    for (const [name, { grants }] of Object.entries(steps))
      if (grants.startsNextBatches)
        grantNextExecutions(this, { id: `${pascalCase(name)}Starts`, lambda: lambdas[name as StepName], machines });
  }

  /** Creates a scheduled job. */
  private createJob(name: JobName, description: string, { settings, artifacts, grantable }: JobContext): void {
    const spec = jobs[name];
    const id = pascalCase(name);
    const { lambda } = new ProductFunction(this, id, { spec, settings, artifacts, grantable, isScheduled: true });
    new Rule(this, `${id}Schedule`, {
      description,
      schedule: Schedule.rate(Duration.minutes(spec.everyMinutes)),
      // There is no retry, because the next run starts soon and does the remaining work.
      targets: [new LambdaFunction(lambda, { retryAttempts: 0 })],
    });
    this.grantTaskCompletions(this, id, { spec, lambda });
  }

  private createVendorSecret(vendor: VendorName): Secret {
    const { title, purpose, keys } = vendors[vendor];
    const secret = new Secret(this, `${pascalCase(vendor)}Keys`, {
      description: `Keys of ${title}: ${purpose}. Set once; see docs/runbook.md.`,
      secretObjectValue: Object.fromEntries(keys.map((name) => [name, SecretValue.unsafePlainText('')])),
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledgeRotation(
      secret,
      'The vendor issues this key, so AWS cannot make a new one. An operator writes a new key (docs/runbook.md).',
    );
    return secret;
  }

  private createGrantable(settings: Settings, data: DataStack, { mail }: AuthStack): Grantable {
    return {
      tables: data.tables,
      media: data.media,
      secrets: { webhook: this.webhookSecret, mediaSigning: data.mediaSigningSecret },
      vendorSecrets: this.vendorSecrets,
      providers: settings.providers,
      siteOriginParameter: this.siteOriginParameter,
      mediaLinksParameter: this.mediaLinksParameter,
      signing: {
        keyArn: data.credentialKey.keyArn,
        certificates: this.parameterOf(signingCertificatesParameter(settings.stage)),
        withoutKey: settings.contentCredentials.withoutKey,
      },
      ...(mail && { mail }),
    };
  }

  private parameterOf(name: string): { name: string; arn: string } {
    const arnFormat = ArnFormat.SLASH_RESOURCE_NAME;
    return { name, arn: this.formatArn({ service: 'ssm', resource: 'parameter', resourceName: name.slice(1), arnFormat }) };
  }

  private createSteps({ settings, artifacts, grantable }: { settings: Settings; artifacts: Artifacts; grantable: Grantable }) {
    const layers = {
      sharp: createNativeLayer(this, 'sharp', artifacts),
      'node-av': createNativeLayer(this, 'node-av', artifacts),
      c2pa: createNativeLayer(this, 'c2pa', artifacts),
    };
    const create = (name: string, spec: FunctionSpec, available: Grantable) =>
      new ProductFunction(this, pascalCase(name), { spec, settings, artifacts, grantable: available, layers }).lambda;
    // Other steps invoke this function, so it is created first.
    const { signFile, ...otherSteps } = steps;
    const signer = create('signFile', signFile, grantable);
    const lambdas = Object.entries(otherSteps).map(([name, spec]) => [name, create(name, spec, { ...grantable, signer })] as const);
    return { ...Object.fromEntries(lambdas), signFile: signer } as Record<StepName, Lambda>;
  }
}

/** The machines run published versions of the steps. So a deployment does not change the code of a running execution. */
function publishVersions(lambdas: Record<StepName, Lambda>): Record<StepName, IVersion> {
  const versions = Object.entries(lambdas).map(([name, lambda]): [string, IVersion] => [name, lambda.currentVersion]);
  return Object.fromEntries(versions) as Record<StepName, IVersion>;
}

const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const acknowledgeRotation = (secret: Secret, reason: string): void =>
  Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason });
