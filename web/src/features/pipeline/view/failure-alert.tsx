import { Alert } from '#web/ui/alert.tsx';
import { usePipeline } from '../store/core.ts';
import { useFailureText } from '../store/failure.ts';
import { dismissFailure } from '../store/ordering.ts';

/** Shows why the last click had no effect. The alert is always visible above the bar. */
export function FailureAlert() {
  const failure = usePipeline((state) => state.failure);
  const { failureText } = useFailureText();
  if (!failure) return null;
  return (
    <Alert
      tone="danger"
      onDismiss={dismissFailure}
      className="sticky bottom-[calc(var(--bar-height,4.5rem)+0.75rem)] z-10 mt-4 border border-danger/40 shadow-float"
    >
      {failureText(failure)}
    </Alert>
  );
}
