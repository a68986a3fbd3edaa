/** Whether `If-None-Match` names this version, so that the answer is a 304. */
export function isNotModified(request: Request, tag: string): boolean {
  const tags = request.headers.get('if-none-match')
  return tags !== null && (tags.trim() === '*' || tags.split(',').some((one) => one.trim().replace(/^W\//, '') === tag))
}
