import { useEffect, useState } from 'react';
import type { TemplateBox } from '#domain/documents/templateFields.ts';
import { copiesOf, type TemplateValues } from '#domain/templates/values.ts';
import type { RegistrationFacts } from '#domain/templates/facts.ts';
import { CODE_VARIABLES, type TemplateKind } from '#domain/templates/variables.ts';
import type { Language } from '#domain/config.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { openTemplate, type LaidDocument, type OpenTemplate } from '#pdf/fileJob.ts';
import type { TemplateFault } from '#pdf/template/compile.ts';
import { TEMPLATE_SCALE, type PdfView } from '#pdf/viewer.ts';
import { logError } from '#ui/platform/log.ts';
import { usePdfView } from './usePdfView.ts';

export type TemplateState = { pages: number } | { fault: TemplateFault } | null;

/** The PDF in a worker, as long as the screen is there: how many pages it has or why it cannot serve. */
export function useOpenTemplate(pdf: Blob | null): { state: TemplateState; template: OpenTemplate | null } {
  const [opened, setOpened] = useState<{ pdf: Blob; result: OpenTemplate | TemplateFault } | null>(null);
  useEffect(() => {
    if (pdf === null) return undefined;
    const opening = openTemplate(pdf);
    opening.opened
      .then((result) => setOpened({ pdf, result }))
      .catch((error: unknown) => {
        logError('a template could not be opened', error);
        setOpened({ pdf, result: 'unreadable' });
      });
    return opening.close;
  }, [pdf]);
  if (opened === null || opened.pdf !== pdf) return { state: null, template: null };
  const { result } = opened;
  return typeof result === 'string'
    ? { state: { fault: result }, template: null }
    : { state: { pages: result.pages.length }, template: result };
}

export const textsFor = (
  kind: TemplateKind,
  facts: RegistrationFacts,
  language: Language,
  boxes: readonly TemplateBox[],
  now: number,
): readonly TemplateValues[] => copiesOf(kind, facts, DOCUMENT_WORDS[language], { now, boxes });

interface PreviewOrder {
  boxes: readonly TemplateBox[];
  copies: readonly TemplateValues[];
  language: Language;
  title: string;
}

/** The template's own pages as they will be printed, which are the same for everybody; null until they are there, or have failed. */
export function useTemplatePages(template: OpenTemplate): { view: PdfView | null; hasFailed: boolean } {
  const [pages, setPages] = useState<{ template: OpenTemplate; blob: Blob | null } | null>(null);
  useEffect(() => {
    let gone = false;
    template
      .render({ boxes: [], codes: CODE_VARIABLES, orders: [NOBODY], now: 0 })
      .then(([file]) => {
        if (!gone) setPages({ template, blob: file?.ok === true ? file.blob : null });
      })
      .catch((error: unknown) => {
        logError('the pages of a template could not be made', error);
        if (!gone) setPages({ template, blob: null });
      });
    return () => {
      gone = true;
    };
  }, [template]);
  const made = pages?.template === template ? pages : null;
  const { view, hasFailed } = usePdfView(made?.blob ?? null);
  useEffect(() => {
    // Meanwhile the first person's texts are set. Whoever shows it says what fails.
    view?.prepare(0, TEMPLATE_SCALE).catch(() => undefined);
  }, [view]);
  return { view, hasFailed: hasFailed || made?.blob === null };
}

const NOBODY = { title: '', language: '', copies: [{}] } as const;

/** What a person's document has over the template's pages; null while the first one is being made, and where one has failed. */
export function usePreview(
  template: OpenTemplate,
  order: PreviewOrder | null,
): { laid: LaidDocument | null; hasFailed: boolean } {
  const [made, setMade] = useState<{ template: OpenTemplate; laid: LaidDocument | null } | null>(null);
  useEffect(() => {
    if (order === null) return undefined;
    let gone = false;
    const { boxes, copies, language, title } = order;
    template
      .layOver({ boxes, codes: CODE_VARIABLES, orders: [{ title, language, copies }], now: Date.now() })
      .then((laid) => {
        if (!gone) setMade({ template, laid });
      })
      .catch((error: unknown) => {
        logError('a preview could not be made', error);
        if (!gone) setMade({ template, laid: null });
      });
    return () => {
      gone = true;
    };
  }, [template, order]);
  const isThis = made !== null && made.template === template;
  return { laid: isThis ? made.laid : null, hasFailed: isThis && made.laid === null };
}
