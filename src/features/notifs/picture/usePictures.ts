import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_PICTURES, picturesWeight } from '#domain/notifications/pictures.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { LARGEST_FILE, mailPicture, type PictureProblem } from './mailPicture.ts';

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

type Problem = PictureProblem | 'too_much';

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
    picture_unread: t('notifs.pictureUnread'),
    too_much: t('notifs.picturesTooLarge', { size: format.bytes(MOST_PICTURES) }),
  };

  async function add(editor: Editor, files: readonly File[], at?: number): Promise<void> {
    setProblem(null);
    setBusy(true);
    /** Behind the one before: that one is picked, and would be replaced. */
    let next = at;
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
      const place = next === undefined ? { from, to } : Math.min(next, editor.state.doc.content.size);
      const start = typeof place === 'number' ? place : from;
      editor
        .chain()
        .focus()
        .insertContentAt(place, { type: 'picture', attrs: { src, width: String(width), alt: '' } })
        .run();
      next = pick(editor, start);
      ask(true);
    }
    setBusy(false);
  }
  return { problem: problem && words[problem], busy, isAsking, ask, add };
}

/** Picks the picture that was just put in, and says what is behind it: a place between paragraphs makes one of its own around it. */
function pick(editor: Editor, from: number): number | undefined {
  let found: number | null = null;
  editor.state.doc.nodesBetween(from, Math.min(from + 2, editor.state.doc.content.size), (node, at) => {
    if (node.type.name === 'picture') found ??= at;
  });
  if (found === null) return undefined;
  editor.commands.setNodeSelection(found);
  return found + 1;
}
