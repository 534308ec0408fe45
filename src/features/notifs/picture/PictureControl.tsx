import { Button, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PICTURE_TYPES } from '#domain/documents/event.ts';
import classes from '../Notifs.module.css';
import type { Pictures } from './usePictures.ts';

/** Puts a picture in; of the one that is picked, asks what it shows. */
export function PictureControl({ editor, pictures }: { editor: Editor; pictures: Pictures }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { isAsking, ask, busy, add } = pictures;
  const { isOn, alt } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      isOn: now.isActive('picture'),
      alt: String(now.getAttributes('picture')['alt'] ?? ''),
    }),
  });
  function describe(words: string): void {
    const { from } = editor.state.selection;
    // A changed picture is another: it would not be picked any more.
    editor.chain().updateAttributes('picture', { alt: words }).setNodeSelection(from).run();
  }
  function leave(): void {
    ask(false);
    editor.commands.focus();
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        hidden
        aria-label={t('notifs.picture')}
        onChange={(change) => {
          const files = [...(change.currentTarget.files ?? [])];
          change.currentTarget.value = '';
          void add(editor, files);
        }}
      />
      <Popover
        opened={isAsking && isOn}
        onChange={(opened) => !opened && ask(false)}
        trapFocus
        withinPortal
        position="bottom-start"
      >
        <Popover.Target>
          <RichTextEditor.Control
            interactive
            aria-label={t('notifs.picture')}
            title={t('notifs.picture')}
            active={isOn}
            aria-pressed={isOn}
            aria-busy={busy}
            onClick={() => (isOn ? ask(true) : input.current?.click())}
          >
            <IconPhotoPlus size={18} stroke={1.7} aria-hidden />
          </RichTextEditor.Control>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('notifs.picture')}>
          <div className={classes.link}>
            <TextInput
              label={t('notifs.pictureAlt')}
              description={t('notifs.pictureAltHint')}
              value={alt}
              maxLength={300}
              autoComplete="off"
              onChange={({ currentTarget: { value } }) => describe(value)}
              onKeyDown={(key) => {
                // Not the form around it.
                if (key.key !== 'Enter') return;
                key.preventDefault();
                leave();
              }}
            />
            <Button onClick={leave}>{t('notifs.pictureDone')}</Button>
            <Button
              variant="default"
              onClick={() => {
                ask(false);
                editor.chain().focus().deleteSelection().run();
              }}
            >
              {t('notifs.pictureRemove')}
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

/** Pictures of which nobody has said what they show. */
export function useUndescribed(editor: Editor): number {
  return useEditorState({
    editor,
    selector: ({ editor: now }) => {
      let count = 0;
      now.state.doc.descendants(({ type, attrs }) => {
        if (type.name === 'picture' && String(attrs['alt']).trim() === '') count++;
      });
      return count;
    },
  });
}
