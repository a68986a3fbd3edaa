import type { Answer } from './response-cache'

/** A text file for programs, cached as pages are. */
export const textAnswer = (path: string, text: string, headers: Record<string, string>): Answer => ({
  status: 200,
  bytes: new TextEncoder().encode(text),
  headers: { 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ...headers },
  path,
})
