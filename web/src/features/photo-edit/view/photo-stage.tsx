import { useTranslation } from 'react-i18next';
import { selectedOf, stateKeys, statusOf } from '../store/selectors.ts';
import { StagePhoto } from './stage-photo.tsx';
import { StageResult } from './stage-result.tsx';
import { useEdit } from './use-edit.ts';

/** Shows the selected photo before its edit, during its edit, or beside its result. */
export function PhotoStage() {
  const card = useEdit(selectedOf);
  const status = useEdit((state) => (card ? statusOf(state, card.id) : 'new'));
  const result = useEdit(({ results }) => card && results.get(card.id));
  if (!card) return null;
  const isBusy = status === 'sending' || status === 'queued' || status === 'working';
  const isResult = result !== undefined && !isBusy;
  return (
    // The chips of marketplaces need a further line, so the picture is smaller. On a phone, a photo before its edit is smaller, so that the
    // presets below it are visible.
    <div
      className={`${isResult ? '' : 'max-tablet:[--spacing-side:13rem]'} relative grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-2 p-4 pb-2 lg:has-[[data-readiness]]:[--spacing-side:clamp(16rem,calc(100dvh-24.75rem),44rem)]`}
    >
      <StageStatus />
      {isResult ? (
        <StageResult key={`${result.batchId}${card.id}`} id={card.id} result={result} />
      ) : (
        <StagePhoto key={card.id} card={card} status={status} />
      )}
    </div>
  );
}

/** Announces the state of the selected photo to screen readers. */
function StageStatus() {
  const { t } = useTranslation();
  const text = useEdit((state) => {
    const card = selectedOf(state);
    const status = card && statusOf(state, card.id);
    return status && status !== 'new' ? status : undefined;
  });
  return (
    <p role="status" className="sr-only">
      {text && t(stateKeys[text])}
    </p>
  );
}
