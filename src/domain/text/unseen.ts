/** What turns the letters after it round: pasted along from chats and lists of contacts, or put there so that a line reads as another. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;
/** What nobody sees, and no name holds: it comes along from web pages. */
const UNSEEN = /[\u00AD\u200B\u2060-\u2065\u206A-\u206F\uFEFF]/g;

/** A text as its reader sees it: without signs that turn letters round. Those that scripts need stay. */
export const unturned = (text: string): string => text.replace(TURNING, '');

/** The same of a name or an address of mail, which with signs that nobody sees is refused, and nobody sees why. */
export const withoutUnseen = (text: string): string => unturned(text).replace(UNSEEN, '');

/** Whether there is anything to see: blanks, breaks, joiners and fillers are nothing, nor is a mark on none of them. */
export const isSeen = (text: string): boolean =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Marks one upon the other as no script has them: they would stand in the lines around. */
export const isHeap = (text: string): boolean => /\p{M}{16}/u.test(text);

/** A text of several lines without signs that are no text; with some of them presentations break lines. */
export const asText = (text: string): string =>
  text.replace(/\v|\f/g, '\n').replace(/(?![\t\n\r])\p{Cc}/gu, '');
