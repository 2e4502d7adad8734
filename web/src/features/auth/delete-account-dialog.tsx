import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isConfirmed } from '#shared/auth/deletion.ts';
import { heldCents } from '#shared/credits/ledger.ts';
import { codeOf } from '#web/lib/api.ts';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { deleteAccount } from './delete-account.ts';
import { balancesOf, profileKey, useProfile } from './get-profile.ts';

/**
 * First shows the balance, then the data that will be deleted. The user must type the e-mail address to confirm the deletion. After the
 * deletion, another dialog explains the next steps.
 */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const profile = useProfile();
  const id = useId();
  const [typedEmail, setTypedEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!profile) return null;
  const balances = balancesOf(profile);
  const held = heldCents(balances);
  const ready = isConfirmed(typedEmail, profile.email) && !busy;

  const close = () => {
    setTypedEmail('');
    setFailure(undefined);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await deleteAccount(typedEmail);
      close();
      await queries.invalidateQueries({ queryKey: profileKey });
    } catch (error) {
      setFailure(codeOf(error) === 'ConfirmationMismatch' ? t('errors.ConfirmationMismatch') : t('account.delete_failed'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('account.delete_question')}
      actions={
        <>
          <Button onClick={close}>{t('account.keep')}</Button>
          <Button kind="danger" type="submit" form={`${id}-form`} aria-disabled={!ready}>
            {busy && <Spinner className="size-4" />}
            {t('account.delete_forever')}
          </Button>
        </>
      }
    >
      <p className="money rounded-md border border-danger/40 bg-danger-soft px-4 py-3 text-base">
        {balances.credits > 0 ? t('account.delete_credits', { amount: dollars(balances.credits) }) : t('account.delete_no_credits')}
        {held > 0 && ` ${t('account.delete_running', { amount: dollars(held) })}`}
      </p>
      <ul className="mt-3 list-disc space-y-1 ps-5 text-base">
        <li>{t('account.delete_files')}</li>
        <li>{t('account.delete_keeps')}</li>
        <li>{t('account.delete_bonus')}</li>
      </ul>
      <form id={`${id}-form`} onSubmit={(event) => void submit(event)} className="mt-4">
        <label htmlFor={`${id}-email`} className="block text-base">
          {t('account.delete_confirm')} <strong className="break-all">{profile.email}</strong>
        </label>
        <Input
          id={`${id}-email`}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typedEmail}
          onChange={(event) => setTypedEmail(event.target.value)}
          aria-describedby={`${id}-failure`}
          className="mt-2"
        />
        <p id={`${id}-failure`} role="alert" className={failure ? 'mt-2 text-base text-danger' : 'sr-only'}>
          {failure}
        </p>
      </form>
    </Dialog>
  );
}
