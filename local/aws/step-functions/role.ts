import { StateError } from './errors.ts';
import type { Run } from './run.ts';

/** @throws StateError with the given name if the machine's role does not allow the action */
export function requireAllowed({ machine }: Run, action: string, resource: string, errorName: string): void {
  const denial = machine.checkPermission?.(action, resource);
  if (denial) throw new StateError(errorName, denial);
}
