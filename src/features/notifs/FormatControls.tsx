import { Button, Popover, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedLink } from '#domain/notifications/links.ts';
import { placeholder } from '#domain/notifications/variables.ts';
import classes from './Notifs.module.css';
import { PictureControl } from './picture/PictureControl.tsx';
import type { Pictures } from './picture/usePictures.ts';

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

interface Control {
  key: 'bold' | 'italic' | 'underline' | 'heading' | 'bullets' | 'numbers' | 'undo' | 'redo';
  icon: typeof IconBold;
  /** null for an act that is no state. */
  isOn: ((editor: Editor) => boolean) | null;
  run: (editor: Editor) => void;
}

const CONTROLS: readonly Control[] = [
  {
    key: 'bold',
    icon: IconBold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    key: 'italic',
    icon: IconItalic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    key: 'underline',
    icon: IconUnderline,
    isOn: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    key: 'heading',
    icon: IconHeading,
    isOn: (editor) => editor.isActive('heading'),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    key: 'bullets',
    icon: IconList,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    key: 'numbers',
    icon: IconListNumbers,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    key: 'undo',
    icon: IconArrowBackUp,
    isOn: null,
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    key: 'redo',
    icon: IconArrowForwardUp,
    isOn: null,
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

/** What a rich text can be given. */
export function FormatControls({ editor, pictures }: { editor: Editor; pictures: Pictures }) {
  const { t } = useTranslation();
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => CONTROLS.map(({ isOn }) => isOn?.(now) === true),
  });
  return (
    <>
      <RichTextEditor.ControlsGroup>
        {CONTROLS.map(({ key, icon: Icon, isOn, run }, index) => (
          <RichTextEditor.Control
            key={key}
            interactive
            aria-label={t(`notifs.${key}`)}
            title={t(`notifs.${key}`)}
            active={on[index] === true}
            {...(isOn === null ? {} : { 'aria-pressed': on[index] === true })}
            onClick={() => run(editor)}
          >
            <Icon {...icon} />
          </RichTextEditor.Control>
        ))}
      </RichTextEditor.ControlsGroup>
      <LinkControl editor={editor} />
      <PictureControl editor={editor} pictures={pictures} />
    </>
  );
}

/** What does not begin with http gets https://, and what is no address is ignored (specification 1 §5). */
function LinkControl({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState('');
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') });

  function open(): void {
    setAddress(String(editor.getAttributes('link')['href'] ?? ''));
    setIsOpen(true);
  }
  function set(): void {
    setIsOpen(false);
    const href = typedLink(address);
    if (href === null) return;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !isOn)
      chain
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else chain.setLink({ href }).run();
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withinPortal position="bottom-start">
      <Popover.Target>
        <RichTextEditor.Control
          interactive
          aria-label={t('notifs.link')}
          title={t('notifs.link')}
          active={isOn}
          aria-pressed={isOn}
          onClick={open}
        >
          <IconLink {...icon} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('notifs.link')}>
        <div className={classes.link}>
          <TextInput
            label={t('notifs.linkAddress')}
            description={t('notifs.linkOwn', { variable: placeholder('registration_link') })}
            value={address}
            inputMode="url"
            autoComplete="off"
            onChange={(change) => setAddress(change.currentTarget.value)}
            onKeyDown={(key) => {
              // Not the form around it.
              if (key.key !== 'Enter') return;
              key.preventDefault();
              set();
            }}
          />
          <Button onClick={set}>{t('notifs.linkSet')}</Button>
          {isOn && (
            <Button
              variant="default"
              onClick={() => {
                setIsOpen(false);
                editor.chain().focus().extendMarkRange('link').unsetLink().run();
              }}
            >
              {t('notifs.linkRemove')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
