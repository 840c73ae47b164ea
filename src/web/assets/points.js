// Positions and names of points in a drawing of a board.

const CELL = 20;

/** Name of a column: I is left out, and AA follows Z. */
function column(x) {
  const letter = (n) => String.fromCharCode(65 + n + (n >= 8 ? 1 : 0));
  return x < 25 ? letter(x) : letter(Math.floor(x / 25) - 1) + letter(x % 25);
}

/** A drawing with its size on the screen and in board orientation. */
function measured(board) {
  const [columns, rows] = [Number(board.dataset.columns), Number(board.dataset.rows)];
  const flip = Number(board.dataset.flip);
  const [across, down] = flip & 4 ? [rows, columns] : [columns, rows];
  // A drawing of the upper right corner leaves out columns at the left and rows below.
  const [left, lower] = [Number(board.dataset.left ?? 0), Number(board.dataset.lower ?? 0)];
  return { board, columns, rows, across, down, flip, left, lower, margin: Number(board.dataset.margin) };
}

/** Middle of a line, counted from the left or from the top of the drawing. */
const middle = (of, line) => of.margin + CELL * (line + 0.5);

/**
 * Point of the board at this column and row of the drawing; `null` outside the board. The drawing may show the board
 * rotated or mirrored (`flip`), which is undone here step by step, the last step first.
 */
function pointSeen(of, seenX, seenY) {
  if (seenX < 0 || seenY < 0 || seenX >= of.across || seenY >= of.down) return null;
  let [x, y] = [seenX, seenY];
  if (of.flip & 2) y = of.rows - 1 - y;
  if (of.flip & 1) x = of.columns - 1 - x;
  if (of.flip & 4) [x, y] = [y, x];
  return { x, y, seenX, seenY, name: column(of.left + x) + (of.lower + of.rows - y), cx: middle(of, seenX), cy: middle(of, seenY) };
}

/** Column and row of a pointer in the drawing, maybe outside of the board. */
function lineAt(of, event) {
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(of.board.getScreenCTM().inverse());
  return [place.x, place.y].map((units) => Math.floor((units - of.margin) / CELL));
}

/** Point under a pointer, or null. */
const pointAt = (of, event) => pointSeen(of, ...lineAt(of, event));

/** Place of a named point in a drawing, or null if the board has no such point. */
function placeOf(board, name) {
  const of = measured(board);
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(name) ?? [];
  for (let x = 0; x < of.columns; x++) {
    if (column(of.left + x) !== letters) continue;
    let at = [x, of.lower + of.rows - digits];
    if (of.flip & 4) at.reverse();
    if (of.flip & 1) at[0] = of.columns - 1 - at[0];
    if (of.flip & 2) at[1] = of.rows - 1 - at[1];
    return { cx: middle(of, at[0]), cy: middle(of, at[1]) };
  }
  return null;
}

Object.assign(shared, { column, lineAt, measured, placeOf, pointAt, pointSeen });
