import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { findMissingInputs } from '../cards/run.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { chooseFilter, shownCardIds } from './shown-cards.ts';
import { setCurrent } from './view-store.ts';

/** On desktops, the reason why a button is disabled is directly beside the button. */
export const reasonClass = 'tablet:text-end tablet:text-base tablet:font-semibold';

type MissingInput = { reason: 'prompt' | 'photo' | 'shorter'; count: number };

export function useMissingInputs(): MissingInput[] {
  const { needsPrompt } = useBench();
  const entries = useBenchState(
    useShallow(({ draft }) => findMissingInputs(draft.cards, needsPrompt).map(({ reason, count }) => `${reason}:${count}`)),
  );
  return entries.map((entry) => {
    const [reason, count] = entry.split(':') as [MissingInput['reason'], string];
    return { reason, count: Number(count) };
  });
}

/** Returns the cards without a prompt, if a bulk prompt exists and is not applied to them yet. */
export function usePendingIds(): string[] {
  return useBenchState(
    useShallow(({ draft }) =>
      draft.defaults.prompt.trim() === ''
        ? []
        : draft.cards.filter(({ photo, prompt }) => photo && prompt.trim() === '').map(({ id }) => id),
    ),
  );
}

const linkClass = 'font-semibold whitespace-nowrap text-accent-text underline underline-offset-4 touch:-my-3 touch:min-h-11';

type InactiveReasonProps = { inputs: readonly MissingInput[]; pendingIds: readonly string[] };

/** The reason why no card can be ordered, and the ways to complete the cards. */
export function InactiveReason({ inputs, pendingIds }: InactiveReasonProps) {
  const { t } = useTranslation();
  return (
    <div id="bar-reason">
      <p className={`money ${reasonClass}`}>{inputs.map(({ reason, count }) => t(`batch.lacking.${reason}`, { count })).join(' ')}</p>
      <p className="flex flex-wrap justify-end gap-x-3 text-sm">
        {pendingIds.length > 0 && <ApplyPrompt ids={pendingIds} />}
        <ShowCards />
      </p>
    </div>
  );
}

type MissingInputsProps = { inputs: readonly MissingInput[]; isShort: boolean; children: ReactNode };

export function MissingInputs({ inputs, isShort, children }: MissingInputsProps) {
  const { t } = useTranslation();
  if (isShort) return <ShowCards>{t('bench.incomplete', { count: inputs.reduce((sum, { count }) => sum + count, 0) })}</ShowCards>;
  return (
    <>
      {inputs.map(({ reason, count }) => (
        <span key={reason} className="me-2">
          {t(`batch.lacking.${reason}`, { count })}
        </span>
      ))}
      <span className="inline-flex flex-wrap gap-x-3">
        {children}
        <ShowCards />
      </span>
    </>
  );
}

/** Shows the cards with missing inputs. */
function ShowCards({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const showCards = () => {
    chooseFilter('lacking', tool);
    setCurrent(shownCardIds(tool)[0]);
  };
  return (
    <button type="button" onClick={showCards} className={linkClass}>
      {children ?? t('bench.show_them')}
    </button>
  );
}

/** An image card without a prompt uses the default prompt. So the page informs the seller that the bulk prompt is not applied yet. */
export function PendingPrompt({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="me-2 text-brass max-tablet:hidden">{t('bench.prompt_pending', { count })}</span>
      {children}
    </>
  );
}

/** Applies the bulk prompt to the cards without a prompt. */
export function ApplyPrompt({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const prompt = useBenchState(({ draft }) => draft.defaults.prompt);
  return (
    <button ref={passFocusToAncestor} type="button" onClick={() => tool.applySettings(new Set(ids), { prompt })} className={linkClass}>
      {t('bench.apply_prompt', { count: ids.length })}
    </button>
  );
}
