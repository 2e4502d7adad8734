/** The commands that restore accounts and files from backups (docs/runbook.md). */
import { CommandError, type OperatorCommand } from '../request.ts';
import { replayDeletions } from './replay-deletions.ts';
import { restoreAccount, restoredTables } from './restore-account.ts';

export const restoreUsage = `  restore-account <user id> --from-table <table> …          shows what a restore of one account would change
      [--apply]                                             writes the changes
  restore-file <key> [--version <id>]                       restores a deleted or overwritten file
  move-account <old user id> <new user id> [--apply]        moves an account after the loss of the user pool
  replay-deletions [--apply]                                deletes accounts again that a restore of tables has revived`;

export const restoreCommands: Record<string, (request: OperatorCommand, now: Date) => Promise<string>> = {
  'restore-account': ({ parameters: [userId], fromTables = [], isApplied = false }) => {
    if (!userId || userId.includes('@')) throw new CommandError('Set the user id of the account. npm run ops -- show <e-mail> prints it.');
    return restoreAccount(userId, restoredTables(fromTables), { isApplied });
  },
  'restore-file': async ({ parameters: [key], version }) => {
    if (!key) throw new CommandError('Set the key of the file, for example results/<user id>/<batch id>/<item id>.mp4.');
    // The storage client reads the address of the storage only once. So its module is loaded after the command has selected the cloud.
    const { restoreFile } = await import('./restore-file.ts');
    return restoreFile(key, version);
  },
  'move-account': async ({ parameters: [from, to], isApplied = false }, now) => {
    if (!from || !to) throw new CommandError('Set the old and the new user id.');
    const { moveAccount } = await import('./move-account.ts');
    return moveAccount(from, to, { isApplied }, now);
  },
  'replay-deletions': async ({ isApplied = false }) => {
    const { revived, recorded } = await replayDeletions(isApplied);
    return isApplied
      ? `${revived} accounts are deleted again within minutes. ${recorded} earlier deletions are recorded.`
      : `${revived} deleted accounts exist again, and ${recorded} deletions are not recorded. To repeat and record them, add --apply.`;
  },
};
