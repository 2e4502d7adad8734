/**
 * The rules for each kind of work. Work is a batch of a page, a photo edit or a before/after run. It holds credits from its start to its
 * end. All code reads this table, so a new kind needs one row here. README.md lists the few other places that need a change.
 */
import type { BatchKind, OrderedKind } from '../batch/batch.ts';

type KindRules = {
  /** The id of the kind's state machine in the `runs` stack. */
  machine: string;
  /**
   * Input of the machine in addition to the ids of the work. It contains all unfinished items, these items in groups, the only item, or
   * nothing.
   */
  machineInput: 'items' | 'groups' | 'item' | 'ids';
  /** The limit on running work of this kind. A single call for a video or an image always uses the limit of operations. */
  countsAs: 'batch' | 'operation';
  /**
   * - `ordered`: the row of the work lists every item.
   * - `later`: items are added while the work runs, each with a separate hold.
   */
  items: 'ordered' | 'later';
  /**
   * The part that a seller can cancel: single items, the whole run, or nothing. The deletion of an account cancels items. Other work needs
   * no cancel. It ends soon, because an account that is being deleted cannot hold more credits.
   */
  cancel: 'items' | 'run' | 'nothing';
  /** The history that lists the work after its end. */
  history: BatchKind | undefined;
  /** The counter in the profile that a delivered item increases. */
  deliveredCounter: 'total_videos_generated' | undefined;
  /** Text in the ledger row of a delivered item (docs/spec.md 12.7). The page translates it with `transactions.names.<kind>`. */
  description: string;
};

export const workKinds = {
  video: {
    machine: 'VideoBatch',
    machineInput: 'items',
    countsAs: 'batch',
    items: 'ordered',
    cancel: 'items',
    history: 'video',
    deliveredCounter: 'total_videos_generated',
    description: 'Video generation',
  },
  image: {
    machine: 'ImageBatch',
    machineInput: 'groups',
    countsAs: 'batch',
    items: 'ordered',
    cancel: 'items',
    history: 'image',
    deliveredCounter: undefined,
    description: 'Image generation',
  },
  // Photos with common settings (docs/spec.md 9.5).
  edit: {
    machine: 'EditBatch',
    machineInput: 'items',
    countsAs: 'batch',
    items: 'ordered',
    cancel: 'items',
    history: 'image',
    deliveredCounter: undefined,
    description: 'Photo editing in a batch',
  },
  // A single photo edit is always one call for one item, and is not in the history (docs/spec.md 9.3).
  'photo-edit': {
    machine: 'PhotoEdit',
    machineInput: 'item',
    countsAs: 'operation',
    items: 'ordered',
    cancel: 'nothing',
    history: undefined,
    deliveredCounter: undefined,
    description: 'Photo editing',
  },
  // In the ledger, a run is a batch whose images are added one after another (decision 011).
  pipeline: {
    machine: 'Pipeline',
    machineInput: 'ids',
    countsAs: 'batch',
    items: 'later',
    cancel: 'run',
    history: 'image',
    deliveredCounter: undefined,
    description: 'Before/after image',
  },
} as const satisfies Record<OrderedKind, KindRules> & Record<string, KindRules>;

export type WorkKind = keyof typeof workKinds;

export const workKindNames = Object.keys(workKinds) as WorkKind[];

/**
 * The alias of the state machine of each kind. The code starts work with the alias. So a deployment can first send only a part of the work
 * to the new version (docs/decisions/029-deployments.md).
 */
export const machineAlias = 'live';

/** Returns the environment variable with the ARN of the state machine of a kind. */
export const machineVariable = (kind: WorkKind): `${string}_MACHINE_ARN` =>
  `${workKinds[kind].machine.replace(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase()}_MACHINE_ARN`;
