/** The calls of the API that work with files. The API itself belongs to the stack of all other calls. */
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { callNames, createCalls } from '../constructs/api-calls.ts';
import { fileCalls } from '../functions/file-calls.ts';
import type { ApiStack } from './api-stack.ts';

export class FilesStack extends Stack {
  constructor(scope: Construct, id: string, { api, ...props }: StackProps & { api: ApiStack }) {
    super(scope, id, { ...props, description: 'Vitrine: the calls for files' });
    createCalls(
      this,
      callNames.filter((name) => fileCalls.has(name)),
      api.callContext,
    );
  }
}
