import { mergeAttributes, Node } from '@tiptap/core';
import { placeholder } from '#domain/notifications/variables.ts';

/** A variable of the text, as one piece: it can be moved and deleted, and not be mistyped. */
export const variableNode = (nameOf: (key: string) => string) =>
  Node.create({
    name: 'variable',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      key: {
        default: '',
        parseHTML: (element: HTMLElement) => element.dataset['variable'] ?? '',
        renderHTML: ({ key }: Record<string, unknown>) => ({ 'data-variable': key }),
      },
    }),
    parseHTML: () => [{ tag: 'span[data-variable]' }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'span',
      mergeAttributes(HTMLAttributes),
      nameOf(String(node.attrs['key'])),
    ],
    renderText: ({ node }) => placeholder(String(node.attrs['key'])),
  });
