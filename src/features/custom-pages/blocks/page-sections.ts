type Shown = { type: string; hidden?: boolean }

/** The visible blocks of a page with the HTML ids of their sections: `faq`, and `faq-2` for the second of its type. */
export function pageSections<B extends Shown>(blocks: readonly B[]): { block: B; id: string }[] {
  const counts: Record<string, number> = {}
  return blocks
    .filter(({ hidden }) => hidden !== true)
    .map((block) => {
      const count = (counts[block.type] = (counts[block.type] ?? 0) + 1)
      return { block, id: count > 1 ? `${block.type}-${count}` : block.type }
    })
}
