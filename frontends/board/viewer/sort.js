// Sorts the rows of a table by the column whose title is clicked: numbers from
// the largest on, texts from A, and the other way round the next time. Without
// it titles are plain text. Imports nothing: in a report it stands by itself.
export function sortTables(root) {
  for (const table of root.querySelectorAll('table.sorts')) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    if (body.rows.length < 2) continue;
    heads.forEach((head, column) => {
      const button = document.createElement('button');
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => {
        const keyed = [...body.rows].some((row) => row.cells[column].dataset.key !== undefined);
        const before = head.getAttribute('aria-sort');
        const first = keyed ? 'descending' : 'ascending';
        const second = keyed ? 'ascending' : 'descending';
        const order = before === first ? second : first;
        const sign = order === 'ascending' ? 1 : -1;
        const compare = (a, b) => {
          const x = a.cells[column], y = b.cells[column];
          if (!keyed) return sign * x.textContent.localeCompare(y.textContent);
          const p = x.dataset.key, q = y.dataset.key;
          if (p === undefined || q === undefined) return (p === undefined) - (q === undefined);
          return sign * (p - q);
        };
        body.append(...[...body.rows].sort(compare));
        for (const other of heads) other.removeAttribute('aria-sort');
        head.setAttribute('aria-sort', order);
      });
    });
  }
}
