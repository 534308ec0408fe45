/** A place to sign, with a finger, a mouse, or the keyboard: a picture of it goes along in a field of the form. */
export function beginSigning(changed: () => void): void {
  const place = document.querySelector<HTMLElement>('#sign');
  const canvas = place?.querySelector('canvas');
  const field = place?.querySelector<HTMLInputElement>('[name=signature]');
  const typed = place?.querySelector<HTMLInputElement>('label input');
  const pen = canvas?.getContext('2d');
  if (!place || !canvas || !field || !typed || !pen) return;
  place.hidden = false;
  // Dark on white wherever it is read, also where the page is dark.
  pen.lineWidth = 3;
  pen.lineCap = pen.lineJoin = 'round';
  pen.strokeStyle = '#111';
  const clear = (): void => {
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
  };
  clear();
  if (field.value !== '') {
    const picture = new Image();
    picture.addEventListener('load', () => pen.drawImage(picture, 0, 0));
    picture.src = field.value;
  }
  const at = ({ offsetX, offsetY }: PointerEvent): [number, number] => [
    (offsetX * canvas.width) / canvas.clientWidth,
    (offsetY * canvas.height) / canvas.clientHeight,
  ];
  let isDrawing = false;
  canvas.addEventListener('pointerdown', (event) => {
    isDrawing = true;
    canvas.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...at(event));
    pen.lineTo(...at(event));
    pen.stroke();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!isDrawing) return;
    pen.lineTo(...at(event));
    pen.stroke();
  });
  /** A name, as large as there is room for it. */
  const write = (name: string): void => {
    clear();
    for (let size = 88; size >= 24; size -= 8) {
      pen.font = `italic ${size}px cursive`;
      if (pen.measureText(name).width <= canvas.width - 48) break;
    }
    pen.fillStyle = '#111';
    pen.textBaseline = 'middle';
    pen.fillText(name, 24, canvas.height / 2, canvas.width - 48);
  };
  const end = (): void => {
    if (!isDrawing) return;
    isDrawing = false;
    field.value = canvas.toDataURL('image/png');
    changed();
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  typed.addEventListener('input', () => {
    write(typed.value.trim());
    field.value = typed.value.trim() === '' ? '' : canvas.toDataURL('image/png');
    changed();
  });
  place.querySelector('button')?.addEventListener('click', () => {
    clear();
    field.value = typed.value = '';
    changed();
  });
}
