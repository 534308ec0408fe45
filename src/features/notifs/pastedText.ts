import { Fragment, Slice, type Node, type ResolvedPos } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { MOST_LETTERS } from '#domain/notifications/length.ts';
import { partsOf } from '#domain/notifications/variables.ts';
import { asText } from '#domain/text/unseen.ts';

/** HTML; lines of text; one line of text. */
export type ChipMode = 'rich' | 'text' | 'line';

/**
 * A text as it was copied: its blank lines stay where each line is one of the message, and part the paragraphs of a mail,
 * whose other line ends are then no more than that; the one line of a subject takes them all.
 */
export function pastedText(mode: ChipMode, text: string, place: ResolvedPos): Slice {
  const { schema } = place.doc.type;
  // With a sign that is no text nothing would be saved.
  const lines = asText(text).replaceAll(/\r\n?/g, '\n');
  const inlineOf = (line: string): Node[] =>
    partsOf(line).map((part) =>
      'text' in part
        ? schema.text(part.text, place.marks())
        : schema.node('variable', { key: part.variable }, undefined, place.marks()),
    );
  const broken = (part: string): Node[] =>
    part
      .split('\n')
      .flatMap((line, at) => [...(at > 0 ? [schema.node('hardBreak')] : []), ...inlineOf(line)]);
  const paragraphs = paragraphsOf(mode, lines).map((part) => schema.node('paragraph', null, broken(part)));
  return Slice.maxOpen(Fragment.from(paragraphs));
}

function paragraphsOf(mode: ChipMode, text: string): string[] {
  if (mode === 'text') return text.split('\n');
  if (mode === 'line') return [text.replaceAll(/\s*\n\s*/g, ' ')];
  return text.split(/\n[ \t]*\n\s*/.test(text.trim()) ? /\n[ \t]*\n\s*/ : '\n');
}

/** No message may be as long, and the editor would stand still for seconds with it. */
export const isTooMuch = ({ clipboardData: data }: ClipboardEvent): boolean =>
  (data?.getData('text/plain') ?? '').length > MOST_LETTERS;

/**
 * Where nothing but lines is kept, what is pasted is what its source calls its text: of its HTML the line ends were lost, and of
 * what stands on several lines all but the first. What was copied from an editor of ours comes with its chips.
 */
export function pasteAsText(mode: ChipMode, view: EditorView, event: ClipboardEvent): boolean {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  const html = event.clipboardData?.getData('text/html') ?? '';
  if (mode === 'rich' || text === '' || (mode === 'text' && html.includes('data-pm-slice'))) return false;
  event.preventDefault();
  return view.pasteText(text, event);
}
