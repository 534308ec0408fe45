import { Node, type Editor } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { plainText } from '#domain/notifications/richText.ts';

export interface PictureActs {
  /** Asks what the picked picture shows. */
  describe(): void;
  add(editor: Editor, files: readonly File[], at?: number): void;
}

/** A picture in the text, as one piece: arrows pick it, Delete takes it away, Enter asks what it shows. */
export const pictureNode = ({ describe, add }: PictureActs) =>
  Node.create({
    name: 'picture',
    group: 'inline',
    inline: true,
    atom: true,
    draggable: true,
    addAttributes: () => ({ src: { default: '' }, alt: { default: '' }, width: { default: null } }),
    parseHTML: () => [{ tag: 'img[src]' }],
    renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
    addKeyboardShortcuts() {
      return {
        Enter: ({ editor }) => {
          if (!editor.isActive(this.name)) return false;
          describe();
          return true;
        },
      };
    },
    addProseMirrorPlugins() {
      const { editor } = this;
      const take = (data: DataTransfer | null, at?: number): boolean => {
        const files = [...(data?.files ?? [])];
        if (files.length > 0) add(editor, files, at);
        return files.length > 0;
      };
      const props: Plugin['props'] = {
        // Word processors put a picture of the text beside the text; a page's picture comes with its description alone.
        handlePaste: (_view, { clipboardData: data }) =>
          data?.getData('text/plain') === '' &&
          plainText(data.getData('text/html'), { isPicture: () => false }) === '' &&
          take(data),
        handleDrop: (view, { dataTransfer, clientX: left, clientY: top }, _slice, moved) =>
          !moved && take(dataTransfer, view.posAtCoords({ left, top })?.pos),
        handleClickOn(_view, _pos, node) {
          if (node.type.name === 'picture') describe();
          return false;
        },
      };
      return [new Plugin({ props })];
    },
  });
