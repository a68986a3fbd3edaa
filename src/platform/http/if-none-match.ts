/** Whether whoever asks has this version of a file already. */
export function holdsTag(request: Request, tag: string): boolean {
  const tags = request.headers.get('if-none-match')
  return tags !== null && (tags.trim() === '*' || tags.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))
}
