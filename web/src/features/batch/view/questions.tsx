import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { RejectedDialog } from '#web/features/upload/rejected-dialog.tsx';
import { cardsMax } from '../cards/cards.ts';
import { updateCancelQuestion } from '../store/cancelling.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { BenchReview } from './bench-review.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { RecreateDialog } from './recreate-dialog.tsx';
import { ShortageDialog } from './shortage-dialog.tsx';

/** The dialogs of a batch page. */
export function BenchQuestions() {
  const { kind, tool } = useBench();
  const rejection = useBenchState((state) => state.rejection);
  const question = useBenchState((state) => state.cancelQuestion);
  const batches = useBenchState((state) => state.batches);
  const choices = useBenchState((state) => state.choices);
  const profile = useProfile();
  return (
    <>
      <RejectedDialog rejection={rejection} photosMax={cardsMax} onShrink={tool.shrinkFiles} onClose={tool.dismissRejection} />
      <CancelDialog
        kind={kind}
        question={question && updateCancelQuestion(question, batches)}
        onConfirm={tool.confirmCancel}
        onClose={tool.dismissCancel}
      />
      {choices && (
        <RecreateDialog
          kind={kind}
          choices={choices}
          available={profile && balancesOf(profile).available}
          quote={tool.definition.orderRules.quote}
          onClose={tool.dismissChoices}
          onChoose={(cards) => tool.order(cards)}
        />
      )}
      <ShortageDialog />
      <BenchReview />
    </>
  );
}
