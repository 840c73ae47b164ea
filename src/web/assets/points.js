// Where points are in a drawing of a board, and what they are called.

const CELL = 20;

/** The name of a column: no I, and AA follows Z. */
function column(x) {
  const letter = (n) => String.fromCharCode(65 + n + (n >= 8 ? 1 : 0));
  return x < 25 ? letter(x) : letter(Math.floor(x / 25) - 1) + letter(x % 25);
}

const middle = (board, line) => Number(board.dataset.margin) + CELL * (line + 0.5);

/** The name of the point under a pointer, or null. */
function nameAt(board, event) {
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  const line = (units) => Math.floor((units - Number(board.dataset.margin)) / CELL);
  const [x, y] = [line(place.x), line(place.y)];
  const [columns, rows] = [Number(board.dataset.columns), Number(board.dataset.rows)];
  return x < 0 || y < 0 || x >= columns || y >= rows ? null : column(x) + (rows - y);
}

/** Where a point is in the drawing, or null if the board has no such point. */
function placeOf(board, name) {
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(name) ?? [];
  for (let x = 0; x < Number(board.dataset.columns); x++) {
    if (column(x) === letters) return { cx: middle(board, x), cy: middle(board, Number(board.dataset.rows) - digits) };
  }
  return null;
}

Object.assign(shared, { nameAt, placeOf });
