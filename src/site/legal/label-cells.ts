/** A table of at least this many columns is read row by row on phones. */
const columns = 4

/**
 * Gives each cell of a wide table the name of its column, for phones, where a row becomes a list: with roles, because
 * cells that are no longer laid out as a table lose theirs. Tables with joined cells stay as they are.
 */
export const labelCells = (html: string): string =>
  html.replace(/<table\b[^>]*>.*?<\/table>/gs, (table) => {
    const [head = '', body = ''] = table.split(/(?=<tbody)/)
    const labels = [...head.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, label = '']) => label.replace(/<[^>]*>/g, ''))
    if (labels.length < columns || /\s(col|row)span=/.test(table)) return table
    const labelled = body.replace(/<tr\b.*?<\/tr>/gs, (row) => {
      let at = 0
      return row
        .replace(
          /<(td|th)(?=[\s>])/g,
          (_, tag: string) =>
            `<${tag} role="${tag === 'td' ? 'cell' : 'rowheader'}" data-label="${(labels[at++] ?? '').replaceAll('"', '&quot;')}"`,
        )
        .replace('<tr', '<tr role="row"')
    })
    return (
      head
        .replace('<table', '<table role="table"')
        .replace('<thead', '<thead role="rowgroup"')
        .replaceAll('<tr', '<tr role="row"')
        .replace(/<th(?=[\s>])/g, '<th role="columnheader"') + labelled.replace('<tbody', '<tbody role="rowgroup"')
    )
  })
