/** The trigrams of a word, including its beginning and its end. */
export function trigramsOf(word: string): string[] {
  const padded = `  ${word} `
  return [...new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))]
}

/** The similarity of two words, from 0 to 1: the share of common trigrams. */
export function trigramSimilarity(left: string, right: string): number {
  const [ours, theirs] = [trigramsOf(left), new Set(trigramsOf(right))]
  const common = ours.filter((group) => theirs.has(group)).length
  return common / (ours.length + theirs.size - common)
}

/** The edit distance of two words: inserted, deleted, replaced or transposed letters. */
export function editDistance(left: string, right: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current[column] = Math.min(
        (last![column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last![column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before![column - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, current]
  }
  return last?.[right.length] ?? 0
}
