import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import { useDoorCodes } from '#hooks/door/doorCodes.ts';
import { useOtherSessions } from '#hooks/door/otherSessions.ts';
import { useRemark } from '#hooks/door/remarks.ts';
import { useSinceWords } from '#hooks/door/since.ts';
import { useUnknownCode } from '#hooks/door/unknownCode.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { fullName } from '#ui/words/format.ts';
import { logError } from '#ui/platform/log.ts';
import { placeText } from '#ui/words/placement.ts';
import { createCamera } from './camera.ts';
import { onCameraNews } from './cameraNews.ts';
import { giveSignal, type Signal } from './feedback.ts';
import type { Judgement, ScanState } from './machine.ts';
import { runScan, type Question, type ScanFlow } from './scanFlow.ts';

export type ScanKind = 'in' | 'already' | 'elsewhere' | 'unknown' | 'canceled' | 'failed';
/** What the whole screen says. */
export interface ScanVerdict {
  kind: ScanKind;
  clientId: string | null;
  /** In the place of its kind's own; '' where there is none. */
  head: string;
  name: string;
  place: string;
  detail: string;
  /** Diet and notes, where the organiser wants them in sight. */
  remark: string;
}

const SIGNALS: Record<ScanKind, Signal> = {
  in: 'good',
  already: 'warning',
  elsewhere: 'bad',
  unknown: 'bad',
  canceled: 'bad',
  failed: 'bad',
};

type Judge = (code: string, choice: string | null) => Promise<Judgement<ScanVerdict> | Question>;

/**
 * Judges a code, or the guest whom the host chose for it, and admits that guest: durable on this device before it says
 * so.
 */
function useJudge(session: Session): Judge {
  const { t } = useTranslation();
  const { store, repository } = useEvent();
  const sinceWords = useSinceWords(session._id);
  const codes = useDoorCodes(session._id);
  const remark = useRemark();
  const otherSessions = useOtherSessions();
  const unknownCode = useUnknownCode();
  const errorText = useErrorText();

  /** Of the moment: names, places and doors may have changed since the screen was last drawn. */
  function verdict(kind: ScanKind, clientId: string | null, detail = ''): Judgement<ScanVerdict> {
    const client = clientId === null ? null : store.client(clientId);
    const current = store.session(session._id) ?? session;
    return {
      good: kind === 'in',
      verdict: {
        kind,
        clientId,
        head: '',
        name: client === null ? '' : fullName(client),
        place: placeText(
          current,
          current.clients.find((entry) => entry.clientId === clientId),
          t,
        ),
        detail,
        remark: kind === 'in' || kind === 'already' ? remark(client) : '',
      },
    };
  }
  function already(clientId: string): Judgement<ScanVerdict> {
    return verdict('already', clientId, sinceWords(clientId));
  }

  return async (code, choice) => {
    const reading = choice === null ? codes.read(code) : codes.readGuest(choice);
    if (reading.kind === 'several') return { choices: reading.guests.map(({ clientId }) => clientId) };
    if (reading.kind === 'unknown') {
      const { verdict: none, good } = verdict('unknown', null);
      return { good, verdict: { ...none, ...unknownCode(code, reading) } };
    }
    const { clientId } = reading;
    if (reading.kind === 'elsewhere') return verdict('elsewhere', clientId, otherSessions(clientId));
    if (reading.kind === 'already') return already(clientId);
    try {
      const done = await repository.checkIn(session._id, clientId, 'scan');
      if (done.ok) return verdict('in', clientId);
      if (done.error.code === 'already_checked_in') return already(clientId);
      if (done.error.code === 'registration_canceled') return verdict('canceled', clientId);
      return verdict('failed', clientId, errorText(done.error));
    } catch (cause) {
      logError('a check-in failed', cause);
      return verdict('failed', clientId, errorText({ code: 'unknown' }));
    }
  };
}

interface ScannerOptions {
  session: Session;
  video: RefObject<HTMLVideoElement | null>;
  stay: boolean;
  sound: boolean;
  /** A guest was let in. */
  onWelcome: (clientId: string) => void;
  onLeave: (clientId: string) => void;
}
export interface Scanner {
  state: ScanState<ScanVerdict>;
  /** Switches the lamp; null where there is none. */
  torch: ((on: boolean) => Promise<void>) | null;
  typed: (code: string) => void;
  /** Answers the question of `state.choices`; null: none of them. */
  choose: (clientId: string | null) => void;
  retry: () => void;
}

const STARTING: ScanState<ScanVerdict> = {
  camera: 'opening',
  flow: 'idle',
  choices: null,
  result: null,
  code: null,
  held: null,
  waiting: [],
};

/** The scanner for as long as the caller is there. */
export function useScanner({ session, video, stay, sound, onWelcome, onLeave }: ScannerOptions): Scanner {
  const flow = useRef<ScanFlow<ScanVerdict> | null>(null);
  const [state, setState] = useState(STARTING);
  const [torch, setTorch] = useState<Scanner['torch']>(null);
  const judge = useEffectEvent(useJudge(session));
  const stays = useEffectEvent(() => stay);
  const announce = useEffectEvent(({ verdict }: Judgement<ScanVerdict>) => {
    giveSignal(SIGNALS[verdict.kind], { sound });
    if (verdict.kind === 'in' && verdict.clientId !== null) onWelcome(verdict.clientId);
  });
  const ask = useEffectEvent(() => giveSignal('warning', { sound }));
  const leave = useEffectEvent(({ verdict }: Judgement<ScanVerdict>) => {
    if (verdict.clientId !== null) onLeave(verdict.clientId);
  });

  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    const camera = createCamera(element, (lamp) => setTorch(() => lamp));
    const started = runScan<ScanVerdict>({
      now: () => Date.now(),
      timers: {
        set: (callback, ms) => setTimeout(callback, ms),
        clear: (handle) => clearTimeout(handle as number),
      },
      camera,
      judge: (code, choice) => judge(code, choice),
      ask: () => ask(),
      announce: (judgement) => announce(judgement),
      leave: (judgement) => leave(judgement),
      stay: () => stays(),
      report: (error) => logError('a picture could not be read', error),
    });
    flow.current = started;
    started.subscribe(() => setState(started.get()));
    const turned = (): void => started.visible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', turned);
    const noNews = onCameraNews(() => document.visibilityState === 'visible' && started.visible(true));
    // On a slow phone this screen stands until the guest's is drawn: whoever goes back meanwhile finds it as it was left.
    const back = (): void => started.back();
    addEventListener('popstate', back);
    if (document.visibilityState !== 'visible') turned();
    return () => {
      document.removeEventListener('visibilitychange', turned);
      noNews();
      removeEventListener('popstate', back);
      started.stop();
      camera.dispose();
    };
  }, [video]);

  return {
    state,
    torch,
    typed: (code) => flow.current?.typed(code),
    choose: (clientId) => flow.current?.choose(clientId),
    retry: () => flow.current?.visible(true),
  };
}
