/** Marks elements that take files themselves. */
const DROP_TARGET = '[data-file-drop]';

function block(drag: DragEvent): void {
  if (drag.dataTransfer === null || !Array.from(drag.dataTransfer.types).includes('Files')) return;
  if (drag.target instanceof Element && drag.target.closest(DROP_TARGET) !== null) return;
  drag.preventDefault();
  drag.dataTransfer.dropEffect = 'none';
}

/** A file dropped beside its target must not replace the app in the tab (specification 1 §2). Returns the undo. */
export function blockFileDrops(target: Window): () => void {
  target.addEventListener('dragover', block);
  target.addEventListener('drop', block);
  return () => {
    target.removeEventListener('dragover', block);
    target.removeEventListener('drop', block);
  };
}
