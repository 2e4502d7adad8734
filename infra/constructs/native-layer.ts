/**
 * Creates a Lambda layer for a package with native code. Each stack has separate layers. A shared layer could not be updated, because
 * CloudFormation does not change a value that another stack imports.
 */
import { AssetHashType } from 'aws-cdk-lib';
import { Architecture, Code, LayerVersion, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Artifacts } from '../artifacts.ts';
import type { LayerName } from '../functions/spec.ts';

export function createNativeLayer(scope: Construct, name: LayerName, artifacts: Artifacts): LayerVersion {
  const { folder, hash } = artifacts.layer(name);
  return new LayerVersion(scope, `Layer-${name}`, {
    description: `${name} with its linux-x64 binaries`,
    code: Code.fromAsset(folder, { assetHashType: AssetHashType.CUSTOM, assetHash: hash }),
    compatibleRuntimes: [Runtime.NODEJS_24_X],
    compatibleArchitectures: [Architecture.X86_64],
  });
}
