import { IconArchive, IconBulb, IconBulbFilled, IconListCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useCopyLost } from '#hooks/data/copyLost.ts';
import { useDoorChoices } from '#hooks/door/doorChoices.ts';
import { useDoorCodes } from '#hooks/door/doorCodes.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useSetting } from '#hooks/platform/useSetting.ts';
import { useWakeLock } from '#hooks/platform/useWakeLock.ts';
import { useWedgeScanner } from '#hooks/door/useWedgeScanner.ts';
import { useRouteSession } from '#hooks/data/target.tsx';
import { DoorCounter, DoorTitle, DoorWorld } from '#ui/door/Door.tsx';
import { DoorNotice } from '#ui/door/DoorNotice.tsx';
import { DoorQuestion } from '#ui/door/DoorQuestion.tsx';
import { notify } from '#ui/components/notify.tsx';
import { hrefs } from '#ui/paths.ts';
import { isMobileDevice } from '#ui/platform/isMobile.ts';
import { useDocumentTitle } from '#ui/platform/useDocumentTitle.ts';
import { useSingleTaps } from '#ui/platform/useSingleTaps.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { CAMERA_FAILURES, type CameraFailure, type CameraState } from './machine.ts';
import { NoCamera } from './NoCamera.tsx';
import classes from './Scan.module.css';
import { ScanNews } from './ScanNews.tsx';
import { ScanParty } from './ScanParty.tsx';
import { ScanSettings } from './ScanSettings.tsx';
import { ScanVerdictPanel } from './ScanVerdictPanel.tsx';
import { TypedCode } from './TypedCode.tsx';
import { useScanner, type Scanner } from './useScanner.ts';
import { useScanParty } from './useScanParty.ts';

/** The scanner at the door: nothing but the picture, the verdict, and the way back (specification 2 §2). */
export function ScanPage() {
  const session = useRouteSession();
  if (session === null) return null;
  // The door of yesterday is opened by mistake; its check-ins can only be read (SESSION-11).
  return session.status === 'archived' ? <Archived session={session} /> : <Loaded session={session} />;
}

/** What stands in the frame; while it opens, nothing else. */
const AIM: Partial<Record<CameraState, 'scan.aim' | 'scan.paused'>> = {
  open: 'scan.aim',
  paused: 'scan.paused',
};

const isFailure = (camera: CameraState): camera is CameraFailure =>
  (CAMERA_FAILURES as readonly string[]).includes(camera);

function Loaded({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const { id: eventId } = useEvent();
  const video = useRef<HTMLVideoElement>(null);
  const [stay, setStay] = useSetting('scan.stay', false);
  const [sound, setSound] = useSetting('scan.sound', true);
  const party = useScanParty(session._id, sound);
  const scanner = useScanner({
    session,
    video,
    stay,
    sound,
    onWelcome: party.welcome,
    // The way back from the guest leads to the scanner again: to the next ticket.
    onLeave: (clientId) => void navigate(hrefs.client(eventId, clientId, session._id)),
  });
  const codes = useDoorCodes(session._id);
  const loss = useCopyLost();
  const counts = useLive((store) => store.counts(session._id));
  const { camera, flow, result, choices, code: read } = scanner.state;
  const [code, setCode] = useState('');
  useWedgeScanner((scanned) => {
    const { typed } = scanned;
    // What a reader typed into the field is no beginning of another code.
    setCode((before) => (before.endsWith(typed) ? before.slice(0, -typed.length) : before));
    scanner.typed(codes.scanned(scanned));
  });
  useWakeLock();
  useSingleTaps();
  useEffect(() => notify.clear(), []);
  useDocumentTitle(t('common.labelled', { label: t('scan.title'), value: format.title(session) }));
  const [mobile] = useState(isMobileDevice);
  const verdict = result?.verdict ?? null;
  const isOfAnother = verdict !== null && verdict.clientId !== party.guest;
  const hasOffer = stay && !isOfAnother && (party.said !== null || party.waiting.length > 0);
  const blocked = isFailure(camera);

  return (
    <DoorWorld className={classes.world} flow={flow}>
      {/* The camera's picture has no sound and nothing to read. */}
      <video ref={video} className={classes.video} playsInline muted aria-hidden data-camera={camera} />
      {blocked ? (
        <NoCamera
          reason={camera}
          hasOffer={hasOffer}
          onRetry={scanner.retry}
          listHref={hrefs.checkin(eventId, session._id)}
        />
      ) : (
        <div className={classes.aim}>
          <div className={classes.frame} aria-hidden />
          <p aria-live="polite">{t(AIM[camera] ?? 'scan.opening')}</p>
        </div>
      )}
      <header className={classes.top}>
        <Link to={hrefs.checkin(eventId, session._id)} className={classes.round} aria-label={t('scan.close')}>
          <IconX size={28} aria-hidden />
        </Link>
        <DoorTitle>{format.title(session)}</DoorTitle>
        <DoorCounter {...counts} className={classes.counter} />
        <Torch torch={scanner.torch} />
      </header>
      <div className={classes.notices}>
        <DoorNotice text={loss.untold ? t('sync.copyLost') : null} onClose={loss.told} />
        <ScanNews session={session} sound={sound} />
      </div>
      <footer className={classes.foot}>
        <TypedCode
          code={code}
          // On a phone with a camera the next ticket is aimed at, and the keyboard would cover half of the picture.
          ready={verdict === null && choices === null && flow !== 'judging' && (blocked || !mobile)}
          onChange={setCode}
          onCode={(typed) => scanner.typed(codes.meant(typed))}
        />
        <ScanSettings stay={stay} sound={sound} onStay={setStay} onSound={setSound} />
      </footer>
      <ScanVerdictPanel verdict={verdict} hasOffer={hasOffer} />
      {/* Over the verdict: whoever stands there is let in before it goes. */}
      {stay && <ScanParty party={party} isHidden={isOfAnother} />}
      {choices !== null && (
        <Which session={session} code={read ?? ''} clientIds={choices} onChoose={scanner.choose} />
      )}
    </DoorWorld>
  );
}

function Archived({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id: eventId } = useEvent();
  const counts = useLive((store) => store.counts(session._id));
  const list = hrefs.checkin(eventId, session._id);
  useDocumentTitle(t('common.labelled', { label: t('scan.title'), value: format.title(session) }));
  return (
    <DoorWorld className={classes.world}>
      <div className={classes.none}>
        <div role="alert">
          <IconArchive size={56} stroke={1.8} aria-hidden />
          <p className={classes.noneHead}>{t('checkin.archived')}</p>
        </div>
        <div className={classes.actions}>
          <Link to={list} className={classes.action} data-first>
            <IconListCheck size={22} aria-hidden /> {t('scan.toList')}
          </Link>
        </div>
      </div>
      <header className={classes.top}>
        <Link to={list} className={classes.round} aria-label={t('scan.close')}>
          <IconX size={28} aria-hidden />
        </Link>
        <DoorTitle>{format.title(session)}</DoorTitle>
        <DoorCounter {...counts} className={classes.counter} />
      </header>
    </DoorWorld>
  );
}

interface WhichProps {
  session: Session;
  code: string;
  clientIds: readonly string[];
  onChoose: Scanner['choose'];
}

function Which({ session, code, clientIds, onChoose }: WhichProps) {
  const choices = useDoorChoices(session, clientIds);
  return <DoorQuestion code={code} choices={choices} onChoose={onChoose} onClose={() => onChoose(null)} />;
}

/** Only where the camera has a lamp. Forgotten with the camera: a lamp goes out when its camera is let go. */
function Torch({ torch }: { torch: Scanner['torch'] }) {
  return torch === null ? null : <TorchButton torch={torch} />;
}

function TorchButton({ torch }: { torch: NonNullable<Scanner['torch']> }) {
  const { t } = useTranslation();
  const [on, setOn] = useState(false);
  const Icon = on ? IconBulbFilled : IconBulb;
  return (
    <button
      type="button"
      className={classes.round}
      aria-pressed={on}
      aria-label={t(on ? 'scan.torchOff' : 'scan.torchOn')}
      onClick={() => {
        // Some cameras promise a lamp and refuse it.
        torch(!on).then(
          () => setOn(!on),
          () => undefined,
        );
      }}
    >
      <Icon size={28} aria-hidden />
    </button>
  );
}
