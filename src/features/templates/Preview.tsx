import { ActionIcon, Alert, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#domain/config.ts';
import type { TemplateBox } from '#domain/documents/templateFields.ts';
import type { RegistrationFacts } from '#domain/templates/facts.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { useNow } from '#hooks/data/now.ts';
import { useDocumentPeople, useRegistrationFacts } from '#hooks/data/registrations.ts';
import { overlayDrawing, type Sheet } from '#pdf/drawOverlay.ts';
import type { LaidDocument, OpenTemplate } from '#pdf/fileJob.ts';
import type { PdfView } from '#pdf/viewer.ts';
import { fullName, listName } from '#ui/words/format.ts';
import { namesAmong } from '#ui/words/namesAmong.ts';
import { Pager } from './Pager.tsx';
import { PdfPage } from './PdfPage.tsx';
import classes from './Templates.module.css';
import { textsFor, usePreview, useTemplatePages } from './usePreview.ts';
import { useVariables } from './useVariables.ts';

interface PreviewProps {
  kind: TemplateKind;
  language: Language;
  template: OpenTemplate;
  boxes: readonly TemplateBox[];
  zoom: number;
}

function personOf({ consumer, clients: [first] }: RegistrationFacts): { forename: string; surname: string } {
  const person = consumer?.person?.surname ? consumer.person : first;
  return { forename: person?.forename ?? '', surname: person?.surname ?? '' };
}
const nameOf = (facts: RegistrationFacts): string => fullName(personOf(facts));
/** In the list, which is in the order of surnames (readings, no. 44); namesakes in that of their numbers. */
const listedAs = (facts: RegistrationFacts) => ({
  listed: listName(personOf(facts)),
  apart: facts.clients[0]?.number ?? '',
});

/** How far each of the cases that go wrong goes. */
const EXTREMES = {
  longestName: (facts: RegistrationFacts) =>
    Math.max(nameOf(facts).length, ...facts.clients.map((one) => `${one.forename} ${one.surname}`.length)),
  longestAddress: ({ consumer }: RegistrationFacts) => Object.values(consumer?.address ?? {}).join('').length,
  largestAmount: ({ consumer }: RegistrationFacts) => consumer?.registration?.amount ?? 0,
} as const;
const EXTREME_KEYS = Object.keys(EXTREMES) as (keyof typeof EXTREMES)[];

/** The document of real people, one after the other, and of those whose texts are the longest. */
export function Preview({ kind, language, template, boxes, zoom }: PreviewProps) {
  const { t } = useTranslation();
  const factsOf = useRegistrationFacts();
  const people = useDocumentPeople(kind);
  const now = useNow();
  const all = useMemo(
    () =>
      people
        .flatMap((one) => factsOf(one) ?? [])
        .map((one) => ({ facts: one, ...listedAs(one) }))
        .sort(
          (a, b) =>
            a.listed.localeCompare(b.listed, language) ||
            a.apart.localeCompare(b.apart, language, { numeric: true }),
        ),
    [people, factsOf, language],
  );
  const choices = useMemo(
    () => namesAmong(all).map((label, index) => ({ value: String(index), label })),
    [all],
  );
  const [at, setAt] = useState(0);
  const facts = all[Math.min(at, all.length - 1)]?.facts;
  const order = useMemo(
    () =>
      facts === undefined
        ? null
        : { boxes, language, title: nameOf(facts), copies: textsFor(kind, facts, language, boxes, now()) },
    [boxes, facts, kind, language, now],
  );
  const pages = useTemplatePages(template);
  const { laid, hasFailed } = usePreview(template, order);
  if (facts === undefined) return <Text c="dimmed">{t('templates.nobody')}</Text>;

  const turn = (by: number): void =>
    setAt((before) => (Math.min(before, all.length - 1) + by + all.length) % all.length);
  const most = (key: keyof typeof EXTREMES): void => {
    const sizes = all.map((one) => EXTREMES[key](one.facts));
    setAt(sizes.indexOf(Math.max(...sizes)));
  };
  return (
    <div>
      <Group gap="xs" mb="sm">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('templates.previousPerson')}
          onClick={() => turn(-1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <NativeSelect
          aria-label={t('templates.person')}
          value={String(Math.min(at, all.length - 1))}
          data={choices}
          onChange={({ currentTarget: { value } }) => setAt(Number(value))}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('templates.nextPerson')}
          onClick={() => turn(1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        {EXTREME_KEYS.map((key) => (
          <Button key={key} variant="default" onClick={() => most(key)}>
            {t(`templates.${key}`)}
          </Button>
        ))}
      </Group>
      {hasFailed || pages.hasFailed ? (
        <Alert color="red" role="alert">
          {t('templates.notShown')}
        </Alert>
      ) : laid === null ? (
        <Skeleton h={400} aria-label={t('templates.drawing')} />
      ) : (
        <Shown kind={kind} view={pages.view} laid={laid} boxes={boxes} name={nameOf(facts)} zoom={zoom} />
      )}
    </div>
  );
}

interface ShownProps {
  kind: TemplateKind;
  view: PdfView | null;
  laid: LaidDocument;
  boxes: readonly TemplateBox[];
  name: string;
  zoom: number;
}

function Shown({ kind, view, laid, boxes, name, zoom }: ShownProps) {
  const { t } = useTranslation();
  const { nameOf: variableName } = useVariables(kind);
  const [page, setPage] = useState(0);
  const count = laid.ok ? laid.overlay.pages.length : 0;
  const shown = Math.min(page, count - 1);
  const drawing = useMemo(() => (laid.ok ? overlayDrawing(laid.overlay) : null), [laid]);
  const over = useMemo(
    () =>
      drawing === null
        ? undefined
        : (pen: CanvasRenderingContext2D, sheet: Sheet) => drawing(pen, shown, sheet),
    [drawing, shown],
  );
  if (!laid.ok) {
    return (
      <Alert color="red" role="alert">
        {laid.unprintable.map(({ variable, characters }) => (
          <p key={variable}>
            {t(laid.areAway ? 'templates.heldAway' : 'templates.held', {
              characters: characters.join(' '),
              variable: variableName(variable),
            })}
          </p>
        ))}
      </Alert>
    );
  }
  const words = {
    shrunk: t('templates.shrunk'),
    wrapped: t('templates.wrapped'),
    overflows: t('templates.tooLong'),
  };
  return (
    <>
      <ul className={classes.notices} aria-live="polite">
        {laid.notices.map(({ box, copy, fit }) => {
          const said = t('common.labelled', {
            label: variableName(boxes[box]?.variableKey),
            value: words[fit],
          });
          return (
            <li key={`${box}/${copy}`}>
              {fit === 'overflows' ? (
                <Alert color="amber" p="xs">
                  {said}
                </Alert>
              ) : (
                <small>{said}</small>
              )}
            </li>
          );
        })}
      </ul>
      {view === null ? (
        <Skeleton h={400} />
      ) : (
        <>
          <Pager page={shown} count={count} onTurn={setPage} />
          {/* It has nothing within to focus, and must be scrolled by keyboard all the same. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
          <div className={classes.scroll} role="region" aria-label={t('templates.preview')} tabIndex={0}>
            <PdfPage
              view={view}
              page={shown % view.pageCount}
              over={over}
              zoom={zoom}
              label={t('templates.previewOf', { name, page: shown + 1 })}
            />
          </div>
        </>
      )}
    </>
  );
}
