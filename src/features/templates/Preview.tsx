import { ActionIcon, Alert, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#domain/config.ts';
import type { TemplateBox } from '#domain/documents/templateFields.ts';
import type { RegistrationFacts } from '#domain/templates/facts.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import { useDocumentPeople, useRegistrationFacts } from '#hooks/data/registrations.ts';
import type { OpenTemplate, RenderedFile } from '#pdf/fileJob.ts';
import { fullName, listName } from '#ui/words/format.ts';
import { Pager } from './Pager.tsx';
import { PdfPage } from './PdfPage.tsx';
import classes from './Templates.module.css';
import { textsFor, usePreview } from './usePreview.ts';
import { usePdfView } from './usePdfView.ts';
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
/** In the list, which is in the order of surnames (readings, no. 44). */
const listedAs = (facts: RegistrationFacts): string => listName(personOf(facts));

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
  const all = useMemo(
    () =>
      people
        .flatMap((one) => factsOf(one) ?? [])
        .sort((a, b) => listedAs(a).localeCompare(listedAs(b), language)),
    [people, factsOf, language],
  );
  const [at, setAt] = useState(0);
  const facts = all[Math.min(at, all.length - 1)];
  const order = useMemo(
    () =>
      facts === undefined
        ? null
        : { boxes, language, title: nameOf(facts), copies: textsFor(kind, facts, language) },
    [boxes, facts, kind, language],
  );
  const file = usePreview(template, order);
  if (facts === undefined) return <Text c="dimmed">{t('templates.nobody')}</Text>;

  const turn = (by: number): void =>
    setAt((now) => (Math.min(now, all.length - 1) + by + all.length) % all.length);
  const most = (key: keyof typeof EXTREMES): void => {
    const sizes = all.map(EXTREMES[key]);
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
          data={all.map((one, index) => ({ value: String(index), label: listedAs(one) }))}
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
      {file === null ? (
        <Skeleton h={400} aria-label={t('templates.drawing')} />
      ) : (
        <Shown kind={kind} file={file} boxes={boxes} name={nameOf(facts)} zoom={zoom} />
      )}
    </div>
  );
}

interface ShownProps {
  kind: TemplateKind;
  file: RenderedFile;
  boxes: readonly TemplateBox[];
  name: string;
  zoom: number;
}

function Shown({ kind, file, boxes, name, zoom }: ShownProps) {
  const { t } = useTranslation();
  const { nameOf: variableName } = useVariables(kind);
  const view = usePdfView(file.ok ? file.blob : null);
  const [page, setPage] = useState(0);
  if (!file.ok) {
    return (
      <Alert color="red" role="alert">
        {file.unprintable.map(({ variable, characters }) => (
          <p key={variable}>
            {t(file.areAway ? 'templates.heldAway' : 'templates.held', {
              characters: characters.join(' '),
              variable: variableName(variable),
            })}
          </p>
        ))}
      </Alert>
    );
  }
  const shown = view === null ? 0 : Math.min(page, view.pageCount - 1);
  const words = {
    shrunk: t('templates.shrunk'),
    wrapped: t('templates.wrapped'),
    overflows: t('templates.tooLong'),
  };
  return (
    <>
      <ul className={classes.notices} aria-live="polite">
        {file.notices.map(({ box, copy, fit }) => (
          <li key={`${box}/${copy}`}>
            {fit === 'overflows' ? (
              <Alert color="amber" p="xs">{`${variableName(boxes[box]?.variableKey)}: ${words[fit]}`}</Alert>
            ) : (
              <small>{`${variableName(boxes[box]?.variableKey)}: ${words[fit]}`}</small>
            )}
          </li>
        ))}
      </ul>
      {view === null ? (
        <Skeleton h={400} />
      ) : (
        <>
          <Pager page={shown} count={view.pageCount} onTurn={setPage} />
          {/* It has nothing within to focus, and must be scrolled by keyboard all the same. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
          <div className={classes.scroll} role="region" aria-label={t('templates.preview')} tabIndex={0}>
            <PdfPage
              view={view}
              page={shown}
              zoom={zoom}
              label={t('templates.previewOf', { name, page: shown + 1 })}
            />
          </div>
        </>
      )}
    </>
  );
}
