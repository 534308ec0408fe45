import { Input, Menu, Button } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import { IconBraces } from '@tabler/icons-react';
import { Node, type Extensions } from '@tiptap/core';
import { useEditor, type Editor } from '@tiptap/react';
import StarterKit, { type StarterKitOptions } from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textWithChips, withChips } from '#domain/notifications/chips.ts';
import { rebuiltHtml } from '#domain/notifications/richText.ts';
import { MESSAGE_VARIABLES, type MessageVariable } from '#domain/notifications/variables.ts';
import { FormatControls } from './FormatControls.tsx';
import classes from './Notifs.module.css';
import { useUndescribed } from './picture/PictureControl.tsx';
import { pastedHtml, picturesLeft } from './pasted.ts';
import { isTooMuch, pastedText, pasteAsText, type ChipMode } from './pastedText.ts';
import { pictureNode, type PictureActs } from './picture/pictureNode.ts';
import { usePictures } from './picture/usePictures.ts';
import { variableNode } from './variableNode.ts';

interface ChipEditorProps {
  name: string;
  label: string;
  mode: ChipMode;
  /** What it begins with: what others write meanwhile does not move what is typed. */
  initial: string;
  error?: string | undefined;
  description?: ReactNode;
  onChange: (value: string) => void;
  /** How many letters stand before the cursor. */
  onCursor?: (letters: number) => void;
}

const OneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' });
const PLAIN: Partial<StarterKitOptions> = {
  blockquote: false,
  bold: false,
  bulletList: false,
  code: false,
  codeBlock: false,
  hardBreak: false,
  heading: false,
  horizontalRule: false,
  italic: false,
  link: false,
  listItem: false,
  listKeymap: false,
  orderedList: false,
  strike: false,
  trailingNode: false,
  underline: false,
};

function extensionsOf(mode: ChipMode, nameOf: (key: string) => string, acts: PictureActs): Extensions {
  const variable = variableNode(nameOf);
  switch (mode) {
    case 'rich':
      return [
        StarterKit.configure({
          ...{ code: false, codeBlock: false, heading: { levels: [1, 2, 3] }, trailingNode: false },
          link: { openOnClick: false, autolink: false, linkOnPaste: false },
        }),
        variable,
        pictureNode(acts),
      ];
    case 'text':
      return [StarterKit.configure(PLAIN), variable];
    default:
      return [StarterKit.configure({ ...PLAIN, document: false }), OneLine, variable];
  }
}

const contentOf = (mode: ChipMode, value: string): string =>
  mode === 'rich' ? withChips(rebuiltHtml(value)) : textWithChips(value);
const textOf = (editor: Editor): string => editor.getText({ blockSeparator: '\n' });
const valueOf = (mode: ChipMode, editor: Editor): string =>
  mode === 'rich' ? (editor.isEmpty ? '' : editor.getHTML()) : textOf(editor);

/** A text in which variables stand as chips. */
export function ChipEditor(props: ChipEditorProps) {
  const { name, label, mode, initial, onChange, onCursor } = props;
  const { t } = useTranslation();
  const id = useId();
  const nameOf = (key: string): string => t(`templateVariables.${key as MessageVariable}`);
  const pictures = usePictures();
  const [pasted, setPasted] = useState<{ tooMuch?: true; left?: number }>({});
  const heard = useRef({ onChange, onCursor });
  useEffect(() => {
    heard.current = { onChange, onCursor };
  });
  const [extensions] = useState(() =>
    extensionsOf(mode, nameOf, {
      describe: () => pictures.ask(true),
      add(...asked) {
        // What was pasted is the picture itself.
        setPasted({});
        void pictures.add(...asked);
      },
    }),
  );
  const [content] = useState(() => contentOf(mode, initial));
  const editor = useEditor({
    extensions,
    content,
    // Of a text each space was meant; what is pasted is read as usual.
    parseOptions: { preserveWhitespace: mode === 'rich' ? false : 'full' },
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-label': label,
        'aria-multiline': String(mode !== 'line'),
        'data-field': name,
        class: classes.typed ?? '',
      },
      // What comes from word processors and pages is written anew from what messages may hold.
      transformPastedHTML(html) {
        setPasted({ left: mode === 'rich' ? picturesLeft(html) : 0 });
        return withChips(pastedHtml(html));
      },
      clipboardTextParser: (text, place) => pastedText(mode, text, place),
      handleDOMEvents: {
        paste(view, event) {
          const tooMuch = isTooMuch(event);
          setPasted(tooMuch ? { tooMuch } : {});
          if (tooMuch) event.preventDefault();
          return tooMuch || pasteAsText(mode, view, event);
        },
      },
    },
    onUpdate: ({ editor: now }) => heard.current.onChange(valueOf(mode, now)),
    onSelectionUpdate: ({ editor: now }) =>
      heard.current.onCursor?.(
        now.state.doc.textBetween(0, now.state.selection.from, '\n', (leaf) =>
          leaf.type.name === 'variable' ? `{{${String(leaf.attrs['key'])}}}` : '',
        ).length,
      ),
  });
  const undescribed = useUndescribed(editor);
  const description =
    (pasted.left ?? 0) > 0 ? (
      <span role="status">{t('notifs.picturesLeft', { count: pasted.left })}</span>
    ) : undescribed > 0 ? (
      t('notifs.pictureUndescribed', { count: undescribed })
    ) : (
      props.description
    );
  const error = pasted.tooMuch ? t('notifs.tooLong') : (props.error ?? pictures.problem ?? undefined);
  useEffect(() => {
    const field = editor.view.dom;
    field.setAttribute('aria-invalid', String(error !== undefined));
    if (error === undefined) field.removeAttribute('aria-describedby');
    else field.setAttribute('aria-describedby', `${id}-error`);
  }, [editor, error, id]);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      {...(error === undefined ? {} : { error })}
      errorProps={{ id: `${id}-error` }}
      description={description}
    >
      <RichTextEditor
        editor={editor}
        className={classes.editor ?? ''}
        data-mode={mode}
        data-invalid={error === undefined ? undefined : true}
      >
        <RichTextEditor.Toolbar role="toolbar" aria-label={t('notifs.toolbar', { label })}>
          {mode === 'rich' && <FormatControls editor={editor} pictures={pictures} />}
          <InsertVariable
            label={label}
            nameOf={nameOf}
            onInsert={(key) =>
              editor.chain().focus().insertContent({ type: 'variable', attrs: { key } }).run()
            }
          />
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}

interface InsertVariableProps {
  label: string;
  nameOf: (key: string) => string;
  onInsert: (key: MessageVariable) => void;
}

function InsertVariable({ label, nameOf, onInsert }: InsertVariableProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start" withinPortal returnFocus={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.insert}
          leftSection={<IconBraces size={16} aria-hidden />}
          aria-label={t('common.labelled', { label, value: t('notifs.insert') })}
        >
          {t('notifs.insert')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {MESSAGE_VARIABLES.map((key) => (
          <Menu.Item key={key} onClick={() => onInsert(key)}>
            {nameOf(key)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
