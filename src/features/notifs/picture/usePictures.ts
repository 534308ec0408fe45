import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_PICTURES, picturesWeight } from '#domain/notifications/pictures.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { LARGEST_FILE, mailPicture } from './mailPicture.ts';

export interface Pictures {
  /** Why a file was not taken. */
  problem: string | null;
  busy: boolean;
  /** What the picked picture shows is being asked for. */
  isAsking: boolean;
  /** Both stay what they are. */
  ask(this: void, isAsking: boolean): void;
  add(this: void, editor: Editor, files: readonly File[], at?: number): Promise<void>;
}

type Problem = 'picture_type' | 'picture_size' | 'too_much';

/** The pictures of a text: which files become some, and how much they may weigh. */
export function usePictures(): Pictures {
  const { t } = useTranslation();
  const format = useFormat();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [isAsking, ask] = useState(false);

  const words: Record<Problem, string> = {
    picture_type: t('errors.picture_type'),
    picture_size: t('notifs.pictureTooLarge', { size: format.bytes(LARGEST_FILE) }),
    too_much: t('notifs.picturesTooLarge', { size: format.bytes(MOST_PICTURES) }),
  };

  async function add(editor: Editor, files: readonly File[], at?: number): Promise<void> {
    setProblem(null);
    setBusy(true);
    for (const file of files) {
      const made = await mailPicture(file);
      if (!made.ok) {
        setProblem(made.error);
        break;
      }
      const { src, width, bytes } = made.value;
      if (picturesWeight(editor.getHTML()) + bytes > MOST_PICTURES) {
        setProblem('too_much');
        break;
      }
      const { from, to } = editor.state.selection;
      const place = at === undefined ? { from, to } : Math.min(at, editor.state.doc.content.size);
      const start = typeof place === 'number' ? place : from;
      editor
        .chain()
        .focus()
        .insertContentAt(place, { type: 'picture', attrs: { src, width: String(width), alt: '' } })
        .run();
      pick(editor, start);
      ask(true);
    }
    setBusy(false);
  }
  return { problem: problem && words[problem], busy, isAsking, ask, add };
}

/** The picture that was just put in: a place between paragraphs makes one of its own around it. */
function pick(editor: Editor, from: number): void {
  let found: number | null = null;
  editor.state.doc.nodesBetween(from, Math.min(from + 2, editor.state.doc.content.size), (node, at) => {
    if (node.type.name === 'picture') found ??= at;
  });
  if (found !== null) editor.commands.setNodeSelection(found);
}
