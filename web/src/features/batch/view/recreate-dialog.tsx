import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { Cents } from '#shared/money.ts';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { preselectedScope, type RecreateScope } from '../cards/run.ts';

type Props<Card> = {
  kind: BatchKind;
  choices: Record<RecreateScope, Card[]>;
  /** Available balance in cents, if it is known. */
  available: number | undefined;
  quote: (cards: readonly Card[]) => Cents;
  onChoose: (cards: Card[]) => void;
  onClose: () => void;
};

const scopes: RecreateScope[] = ['failed', 'changed', 'all'];

/** Asks which cards to generate again, with the price of each choice. A finished result is never generated again without this question. */
export function RecreateDialog<Card>({ kind, choices, available, quote, onChoose, onClose }: Props<Card>) {
  const { t } = useTranslation();
  const [scope, setScope] = useState<RecreateScope>(() => preselectedScope(choices));
  const chosenCards = choices[scope];

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${kind}.recreate_title`)}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" disabled={chosenCards.length === 0} onClick={() => onChoose(chosenCards)}>
            {t(`${kind}.recreate_confirm`, { count: chosenCards.length })}
          </Button>
        </>
      }
    >
      <fieldset className="space-y-2">
        <legend className="mb-3 text-base text-muted">{t(`${kind}.recreate_question`)}</legend>
        {scopes.map((name) => (
          <label
            key={name}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line px-4 py-2 has-checked:border-accent-text has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:text-muted"
          >
            <input
              type="radio"
              name="recreate-scope"
              value={name}
              checked={scope === name}
              disabled={choices[name].length === 0}
              onChange={() => setScope(name)}
              className="size-4 accent-accent"
            />
            <span className="flex-1">
              {t(`batch.recreate_scope.${name}`)}
              {available !== undefined && available < quote(choices[name]) && (
                <span className="block text-sm text-danger">{t('batch.recreate_too_much', { have: dollars(available) })}</span>
              )}
            </span>
            <span className="money text-base font-semibold">
              {t(`${kind}.quote`, { count: choices[name].length, total: dollars(quote(choices[name])) })}
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
