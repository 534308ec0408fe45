import { createDecoder, type Decoder } from './decoder.ts';
import type { CameraFailure, CameraHears } from './machine.ts';

/** The back camera, sharp enough for a ticket at arm's length and no sharper: every pixel costs time. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 960 } },
};

export interface Camera {
  open(hears: CameraHears): Promise<CameraFailure | null>;
  close(): void;
  look(): Promise<string | null>;
  /** Closes it for good. */
  dispose(): void;
}

/** The camera that shows itself in `video`. `torch` hears whether there is a lamp, with each opening and closing. */
export function createCamera(
  video: HTMLVideoElement,
  torch: (lamp: ((on: boolean) => Promise<void>) | null) => void,
): Camera {
  let stream: MediaStream | null = null;
  let turn = 0;
  let decoder: Decoder | null = null;
  let fail: CameraHears['failed'] = () => undefined;

  function close(): void {
    turn += 1;
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    video.srcObject = null;
    torch(null);
  }

  return {
    close,
    async open({ ended, failed, paused }) {
      close();
      const own = turn;
      const { mediaDevices } = navigator as Partial<Pick<Navigator, 'mediaDevices'>>;
      // Without https, or in a browser without workers and pictures of them, there is no way to scan.
      if (mediaDevices?.getUserMedia === undefined || !canDecode()) return 'unsupported';
      fail = failed;
      decoder ??= createDecoder(() => {
        close();
        // The next opening loads it anew.
        decoder?.close();
        decoder = null;
        fail('unread');
      });
      try {
        const opened = await mediaDevices.getUserMedia(WANTED);
        if (own !== turn) {
          for (const track of opened.getTracks()) track.stop();
          return null;
        }
        stream = opened;
        const [track] = opened.getVideoTracks();
        track?.addEventListener('ended', ended);
        track?.addEventListener('mute', () => paused(true));
        track?.addEventListener('unmute', () => paused(false));
        video.srcObject = opened;
        await video.play();
        torch(lampOf(track));
        return null;
      } catch (error) {
        if (own === turn) close();
        return reasonOf(error);
      }
    },
    async look() {
      await nextFrame(video);
      if (stream === null || decoder === null || video.videoWidth === 0) return null;
      return decoder.decode(await createImageBitmap(video));
    },
    dispose() {
      close();
      decoder?.close();
      decoder = null;
    },
  };
}

const canDecode = (): boolean =>
  typeof Worker === 'function' && typeof WebAssembly === 'object' && typeof createImageBitmap === 'function';

const REASONS: Partial<Record<string, CameraFailure>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  // It is there, and gives no pictures: as a rule another app or window has it.
  NotReadableError: 'busy',
  AbortError: 'busy',
};
const reasonOf = (error: unknown): CameraFailure =>
  (error instanceof DOMException && REASONS[error.name]) || 'unsupported';

/** How the lamp is switched; null where the camera has none. Not all that have one list it. */
function lampOf(track: MediaStreamTrack | undefined): ((on: boolean) => Promise<void>) | null {
  const capabilities = track?.getCapabilities?.() as
    (MediaTrackCapabilities & { torch?: boolean }) | undefined;
  if (track === undefined || capabilities?.torch !== true) return null;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}

/** Resolves with the next new picture of the camera; at once where the browser cannot tell. */
function nextFrame(video: HTMLVideoElement): Promise<void> {
  if (!('requestVideoFrameCallback' in video)) return Promise.resolve();
  return new Promise((resolve) => {
    // A camera that is covered or stalls sends none: look anyway.
    const timer = setTimeout(resolve, 250);
    video.requestVideoFrameCallback(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
