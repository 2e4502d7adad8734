import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photoEditPrices } from '#shared/photo-edit/settings.ts';
import { balancesOf, profileKey, useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { InsufficientDialog, type Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { codeOf } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { NotKept } from '#web/ui/not-kept.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type Choices, readChoices } from './choices.ts';
import { EditBar } from './edit-bar.tsx';
import { isRunning, usePhotoEdit } from './get-photo-edit.ts';
import { Preview } from './preview.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { useUnderWay } from './under-way.ts';
import { useOrder, useUploads } from './use-order.ts';
import { useWork } from './use-work.ts';

/** The test page for removing backgrounds and editing photos (SPEC 2; checklist R). Nothing links to it (Q68). */
export function PhotoEditPage() {
  const { t } = useTranslation();
  const session = useSession();
  const owner = session.status === 'user' ? session.user.id : undefined;
  return (
    <>
      <PageTitle page={t('photo_edit.title')} />
      {session.status === 'loading' ? (
        <p role="status" className="grid min-h-[60vh] place-items-center">
          <Spinner className="size-7" />
          <span className="sr-only">{t('common.loading')}</span>
        </p>
      ) : (
        <Editor key={owner ?? 'visitor'} owner={owner} live={session.status === 'user' && !session.expired} />
      )}
    </>
  );
}

/** A broken picture is asked for anew unless its address is younger than this. */
const addressGoodMs = 60_000;

/** What one account, or a visitor, has on the page. */
function Editor({ owner, live }: { owner: string | undefined; live: boolean }) {
  const { t } = useTranslation();
  const profile = useProfile();
  const signIn = useSignIn();
  const queries = useQueryClient();
  const [shortfall, setShortfall] = useState<Shortfall>();
  const { work, restored, change, keep } = useWork(owner);
  const uploads = useUploads(work, live && restored);
  const { order, failure, dismissFailure } = useOrder({ work, change, keep, onShortfall: setShortfall });
  const underWay = useUnderWay();
  const ordering = underWay !== undefined && underWay === work.jobId;
  const job = usePhotoEdit(ordering ? undefined : work.jobId, live);
  const panel = useRef<HTMLElement>(null);

  const { choices, photo, guidance, orderId } = work;
  const read = readChoices(choices, { photo, guidance });
  const { apiMode } = choices;
  const need = photoEditPrices[apiMode];
  const available = profile && balancesOf(profile).available;
  // An edit whose state nobody has read yet may be running.
  const busy = ordering || isRunning(job.data) || job.isLoading;

  useJobsEnd(isRunning(job.data), () => void queries.invalidateQueries({ queryKey: profileKey }));
  const isGone = job.isError && codeOf(job.error) === 'OperationNotFound';
  useEffect(() => {
    if (isGone) change({ jobId: undefined });
  }, [isGone, change]);
  // The answer to the order was lost, and here is its job: the next order is another one.
  const isFound = job.data !== undefined && job.data.jobId === orderId;
  useEffect(() => {
    if (!isFound) return;
    change({ orderId: crypto.randomUUID() });
    dismissFailure();
  }, [isFound, change, dismissFailure]);

  const run = () => {
    if (owner === undefined) return void keep().then(signIn);
    if (available !== undefined && available < need) return setShortfall({ need, have: available });
    // Where the panels stand one below the other, what was started would be out of sight.
    if (!window.matchMedia('(min-width: 64rem)').matches) panel.current?.scrollIntoView();
    void order(read.settings, available ?? 0);
  };
  /** @returns whether the addresses are asked for anew. */
  const renew = (): boolean => {
    if (Date.now() - job.dataUpdatedAt < addressGoodMs) return false;
    void job.refetch();
    return true;
  };

  return (
    <>
      <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
        <NotKept />
        <h1 className="text-2xl font-semibold">{t('photo_edit.title')}</h1>
        <p className="mt-2 max-w-2xl text-pretty text-muted">{t('photo_edit.subtitle')}</p>
        <div className="mt-8 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <section
            ref={panel}
            aria-label={t('photo_edit.preview')}
            aria-busy={!restored}
            className="min-w-0 scroll-mt-20 rounded-lg border border-line bg-surface p-5 shadow-card lg:sticky lg:top-20"
          >
            <Preview
              photo={photo}
              upload={photo && uploads.get(photo.id)}
              job={job.data}
              busy={busy}
              disabled={!restored}
              onPhoto={(next) => change({ photo: next, jobId: undefined })}
              onStartNew={() => change({ photo: undefined, jobId: undefined })}
              onStale={renew}
            />
          </section>
          <section aria-label={t('photo_edit.settings')} className="min-w-0 rounded-lg border border-line bg-surface p-5 shadow-card">
            <SettingsPanel
              choices={choices}
              read={read}
              onChange={(next: Partial<Choices>) => change({ choices: { ...choices, ...next } })}
              guidance={guidance}
              upload={guidance && uploads.get(guidance.id)}
              onGuidance={(next) => change({ guidance: next })}
            />
          </section>
        </div>
      </div>
      <EditBar
        apiMode={apiMode}
        busy={busy}
        waiting={!restored}
        fault={read.faults[0]}
        lacksCredits={available !== undefined && available < need}
        signedIn={owner !== undefined}
        struggling={job.failureCount > 1}
        onOrder={run}
        failure={failure}
        onDismiss={dismissFailure}
      />
      <InsufficientDialog shortfall={shortfall} onClose={() => setShortfall(undefined)} />
    </>
  );
}

/** Calls once whenever an edit that was seen running has ended. */
function useJobsEnd(running: boolean, onEnd: () => void): void {
  const before = useRef(running);
  useEffect(() => {
    if (before.current && !running) onEnd();
    before.current = running;
  });
}
