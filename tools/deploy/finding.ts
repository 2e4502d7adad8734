/** The result of a check before a deployment. */
import type { Settings } from '#infra/settings.ts';

export type Finding = {
  /** True if the problem stops the deployment. */
  isBlocking: boolean;
  /** A sentence for the operator. It says what is missing and how to correct this. */
  text: string;
};

export const blocker = (text: string): Finding => ({ isBlocking: true, text });
export const note = (text: string): Finding => ({ isBlocking: false, text });

export type CheckInput = {
  settings: Settings;
  /** The number of the AWS account of the credentials. */
  account: string;
};

/** Reads the AWS account, and never changes it. */
export type Check = (input: CheckInput) => Promise<Finding[]>;

/** The name of the settings file, which is used in the sentences. */
export const fileOf = ({ stage }: Settings): string => `infra/stages/${stage}.ts`;

/** Returns whether AWS responded with an error of this name. */
export const hasName = (error: unknown, ...names: string[]): error is Error => error instanceof Error && names.includes(error.name);
