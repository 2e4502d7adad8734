import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { imageCost } from '#shared/credits/pricing.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { InsufficientDialog, type Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { NotKept } from '#web/ui/not-kept.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Announcer } from './announcer.tsx';
import { FailureNote } from './failure-note.tsx';
import { forgetRunLinks } from './get-run.ts';
import { RecentRuns } from './recent-runs.tsx';
import { RunView } from './run-view.tsx';
import { lackingIn } from './setup.ts';
import { SetupSection } from './setup-section.tsx';
import { StartBar } from './start-bar.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';
import { useSetup } from './use-setup.ts';
import { useShownRun } from './use-shown-run.ts';
import { useStart } from './use-start.ts';
import { useSteer } from './use-steer.ts';

/** What one image of a run costs, in cents: Gemini makes them. */
const imageCents = imageCost('gemini-2.5-flash-image');
/** Fresh addresses are asked for this often at most. */
const renewEveryMs = 10_000;

/** The before/after pipeline (SPEC 2, 4; checklist P). */
export function PipelinePage() {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const signIn = useSignIn();
  const { setup, change, restored, keep } = useSetup();
  const shown = useShownRun();
  const uploads = usePictureUploads(setup);
  const [shortfall, setShortfall] = useState<Shortfall>();
  const top = useRef<HTMLHeadingElement>(null);
  const { learn, show, leave, runId, run, refetch } = shown;
  const available = profile && balancesOf(profile).available;
  const signedIn = session.status === 'user';

  const starting = useStart({
    setup,
    change,
    uploads,
    onStarted: (answer) => {
      learn(answer);
      show(answer.runId);
    },
    onReused: show,
    onShortfall: setShortfall,
  });
  const steering = useSteer({ run, available, imageCents, learn, onShortfall: setShortfall });

  // The form and the run take each other's place: the view and the focus begin anew.
  const shownBefore = useRef(runId);
  useEffect(() => {
    if (shownBefore.current === runId) return;
    const isFirst = shownBefore.current === undefined && !restored;
    shownBefore.current = runId;
    if (isFirst) return;
    window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [runId, restored]);

  const renewedAt = useRef(Number.NEGATIVE_INFINITY);
  const renew = useCallback(() => {
    if (!runId || performance.now() - renewedAt.current < renewEveryMs) return;
    renewedAt.current = performance.now();
    forgetRunLinks(runId);
    void refetch();
  }, [runId, refetch]);

  const signInFirst = () => void keep().then(signIn);
  const startNew = (keepsExample: boolean) => {
    // What was prepared for another run is no part of this one.
    if (setup.orderedRunId === runId) change({ type: 'startedNew', runId: crypto.randomUUID(), keepsExample });
    leave();
  };
  const start = () => {
    if (!signedIn) return signInFirst();
    if (available !== undefined && available < imageCents) return setShortfall({ need: imageCents, have: available });
    void starting.start(imageCents, available ?? 0);
  };
  const lacking = lackingIn(setup);
  const waiting = !restored || !shown.isKnown;
  const disabled = waiting || starting.busy !== undefined;

  return (
    <>
      <PageTitle page={t('pipeline.title')} />
      <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
        <NotKept />
        <h1 ref={top} tabIndex={-1} className="text-2xl font-semibold outline-none">
          {t('pipeline.title')}
        </h1>
        <p className="mt-2 max-w-2xl text-pretty text-muted">{t('pipeline.subtitle')}</p>
        {shown.isGone && <p className="mt-6 rounded-md bg-sand px-4 py-3 text-sm">{t('errors.RunNotFound')}</p>}
        {!shown.isKnown || (runId && !run && !shown.isGone) ? (
          <Waiting failed={shown.failed || shown.struggling} onRetry={() => void refetch()} />
        ) : run ? (
          <RunView
            run={run}
            steering={steering}
            struggling={shown.struggling}
            onStartNew={() => startNew(false)}
            onNextPicture={setup.orderedRunId === run.runId ? () => startNew(true) : undefined}
            onStale={renew}
          />
        ) : (
          <SetupSection
            setup={setup}
            change={change}
            uploads={uploads}
            analyzing={starting.busy === 'analyzing'}
            disabled={disabled}
            onAnalyze={() => (signedIn ? void starting.analyze() : signInFirst())}
          />
        )}
        {shown.isKnown && <RecentRuns runs={shown.others} link={shown.link} onOpen={() => window.scrollTo(0, 0)} />}
      </div>

      {shown.isKnown && !(runId && !shown.isGone) && (
        <StartBar
          imageCents={imageCents}
          available={available}
          reason={lacking && t(`errors.${lacking}`)}
          busy={starting.busy}
          waiting={waiting}
          signedIn={signedIn}
          onStart={start}
        >
          {starting.failure && <FailureNote failure={starting.failure} onDismiss={starting.dismissFailure} />}
        </StartBar>
      )}
      <Announcer run={run} />
      <InsufficientDialog shortfall={shortfall} onClose={() => setShortfall(undefined)} />
    </>
  );
}

function Waiting({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  if (failed)
    return (
      <div role="alert" className="mt-8 flex flex-wrap items-center gap-4 text-sm">
        <p>{t('pipeline.load_failed')}</p>
        <Button size="small" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      </div>
    );
  return (
    <p role="status" className="grid min-h-[40vh] place-items-center">
      <Spinner className="size-7" />
      <span className="sr-only">{t('common.loading')}</span>
    </p>
  );
}
