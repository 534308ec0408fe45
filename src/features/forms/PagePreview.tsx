import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '#desk/page.ts';
import { typedOf } from '#desk/typed.ts';
import { offerOf } from '#domain/commands/desk.ts';
import type { EventView } from '#domain/commands/view.ts';
import { PlacesTally, placesView } from '#domain/desk/tally.ts';
import type { Form } from '#domain/documents/form.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useNow } from '#hooks/data/now.ts';
import { usePicture } from '#hooks/data/usePicture.ts';
import { formAsTyped, type Begun } from './formAsTyped.ts';
import type { FormValues } from './formValues.ts';
import classes from './PagePreview.module.css';
import type { ChosenTerms } from './TermsField.tsx';

/** The page's width in px, as a phone and a desktop have it. */
const WIDTHS = { phone: 390, desktop: 1024 };
type Device = keyof typeof WIDTHS;

/** Whoever types sees the page when they pause, in ms. */
const PAUSE = 250;

/** What the frame begins with; its own document is then kept, or each letter would take it back to its top. */
const EMPTY = '<!doctype html><title>…</title>';

interface PagePreviewProps {
  begun: Begun;
  values: FormValues;
  terms: ChosenTerms;
}

/** The public page of a form as it is being typed, drawn by what the server draws it with. */
export default function PagePreview({ begun, ...now }: PagePreviewProps) {
  const { t } = useTranslation();
  const [device, setDevice] = useState<Device>('phone');
  const [values] = useDebouncedValue(now.values, PAUSE);
  const { terms } = now;
  const page = usePage(useMemo(() => formAsTyped(begun, values, terms), [begun, values, terms]));
  const event = useLive((store) => store.event());
  const picture = usePicture(event);
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [ready, setReady] = useState(0);

  useEffect(() => {
    if (room.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(room.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const shown = frame.current?.contentDocument;
    if (!shown || ready === 0) return;
    const made = new DOMParser().parseFromString(page, 'text/html');
    // Nothing leads away from here, and the picture comes from this device.
    for (const link of made.querySelectorAll('a[href]')) link.removeAttribute('href');
    for (const image of made.querySelectorAll<HTMLImageElement>('img.picture')) {
      if (picture === null) image.remove();
      else image.src = picture;
    }
    shown.documentElement.lang = made.documentElement.lang;
    shown.head.replaceChildren(...made.head.childNodes);
    shown.body.replaceChildren(...made.body.childNodes);
  }, [page, picture, ready]);

  const scale = Math.min(1, size.width / WIDTHS[device]);
  return (
    <div className={classes.preview}>
      <SegmentedControl
        size="xs"
        aria-label={t('forms.previewAs')}
        value={device}
        onChange={(chosen) => setDevice(chosen as Device)}
        data={[
          { value: 'phone', label: t('forms.previewPhone') },
          { value: 'desktop', label: t('forms.previewDesktop') },
        ]}
      />
      <div ref={room} className={classes.room}>
        {/* Nothing in it may run, be sent or opened; this page only writes into it. */}
        <iframe
          ref={frame}
          className={classes.page}
          title={t('forms.previewFrame')}
          sandbox="allow-same-origin"
          srcDoc={EMPTY}
          onLoad={() => setReady((times) => times + 1)}
          style={{
            width: WIDTHS[device],
            height: scale === 0 ? 0 : size.height / scale,
            transform: `translateX(${Math.max(0, (size.width - WIDTHS[device]) / 2)}px) scale(${scale})`,
          }}
        />
      </div>
      {event?.paymentTypes.includes('card') === true && (
        <p className={classes.note}>{t('forms.previewCard')}</p>
      )}
    </div>
  );
}

function usePage(form: Form): string {
  const { store } = useEvent();
  const sessions = useLive((live) => live.sessions());
  const event = useLive((live) => live.event());
  const [opened] = useState(useNow());
  return useMemo(() => {
    const document: EventView['document'] = (type, id) => store.documents(type).get(id) ?? null;
    const offer = offerOf(
      {
        documents: (type) => store.documents(type),
        document,
        placesIn(sessionId) {
          const session = sessions.find(({ _id }) => _id === sessionId);
          return session === undefined
            ? null
            : PlacesTally.of({ session, acts: new Map() }, placesView({ document }));
        },
      },
      form,
    );
    if (offer === null || event === null) return '';
    const fresh = typedOf(new URLSearchParams({ 'g0.me': 'on' }));
    // A form that is not open yet is looked at as it will be.
    const now = Math.max(opened, form.opensAt ?? 0);
    const how = { problems: [], isFresh: true, script: null, now };
    return pageOf({ ...offer, event }, fresh, form.language, how).text;
  }, [form, sessions, event, store, opened]);
}
