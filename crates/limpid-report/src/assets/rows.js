// Divides the source into rows: one for each line, and several for a line that is wider than the pane.

// Returns three lists with one item per row: its start offset, its line number counted from 0, and the number of code points between the start of
// the line and the row.
function cutIntoRows(columns) {
  const starts = [0];
  const lines = [0];
  const before = [0];
  let [line, rowStart, column, points] = [0, 0, 0, 0];
  // The best position to break the row: before a tag, or after a space.
  let [cut, cutPoints] = [0, 0];
  const startRow = (at, pointsBefore) => {
    starts.push(at);
    lines.push(line);
    before.push(pointsBefore);
    [rowStart, column, points, cut] = [at, 0, pointsBefore, at];
  };
  for (let at = 0; at < source.length; ) {
    const unit = source.charCodeAt(at);
    if (unit === 10 || unit === 13) {
      at += unit === 13 && source.charCodeAt(at + 1) === 10 ? 2 : 1;
      line += 1;
      startRow(at, 0);
      continue;
    }
    const point = unit < 0xd800 ? unit : source.codePointAt(at);
    const taken = width(point, column);
    if (column + taken > columns && at > rowStart) {
      // At most half of the row moves to the next row, so that each character is visited at most twice.
      const isGood = cut - rowStart > (at - rowStart) / 2;
      const pointsThere = isGood ? cutPoints : points;
      at = isGood ? cut : at;
      startRow(at, pointsThere);
      continue;
    }
    if (unit === 0x3c) {
      [cut, cutPoints] = [at, points];
    }
    column += taken;
    points += 1;
    at += point > 0xffff ? 2 : 1;
    if (unit === 0x20 || unit === 0x3e) {
      [cut, cutPoints] = [at, points];
    }
  }
  return { count: starts.length, starts: Int32Array.from(starts), lines: Int32Array.from(lines), before };
}

// Returns the end of a row, without the line end.
function rowEnd(rows, row) {
  let end = row + 1 < rows.count ? rows.starts[row + 1] : source.length;
  if (row + 1 < rows.count && rows.lines[row + 1] !== rows.lines[row]) {
    end -= source[end - 1] === "\n" && end - 2 >= rows.starts[row] && source[end - 2] === "\r" ? 2 : 1;
  }
  return end;
}

const rowOf = (rows, offset) => firstAbove(rows.starts, offset) - 1;

// Returns line and column as the command prints them: from 1, with columns in code points.
function placeOf(rows, offset) {
  const row = rowOf(rows, offset);
  const column = rows.before[row] + [...source.slice(rows.starts[row], offset)].length + 1;
  return `${rows.lines[row] + 1}:${column}`;
}

