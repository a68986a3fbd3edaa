import { readVisit, type Visit } from '#app/visit'
import { HttpError } from '#contract/http-error'
import type { Services } from '#platform/services'
import { firstOf, type Handler } from './handler'

/** Runs requests through the pipeline in process, as a visitor would, to find out whether a URL is a live page. */
export function createOwnVisits(handlers: () => readonly Handler[]): Pick<Services, 'isPage' | 'answerAt'> {
  async function answerAt(address: string, origin: string): ReturnType<Services['answerAt']> {
    try {
      const visit: Visit = { ...readVisit(new Request(origin + address)), origin }
      const found = await firstOf(handlers(), visit)
      const page = visit.page?.path
      if (!(found instanceof Response)) return { status: found.status, location: found.headers.Location, page }
      await found.body?.cancel()
      return { status: found.status, location: found.headers.get('location') ?? undefined, page }
    } catch (error) {
      if (error instanceof HttpError) return { status: error.status }
      throw error
    }
  }

  return {
    answerAt,
    async isPage(path, origin) {
      const withoutSlash = path.slice(0, -1)
      for (const asked of withoutSlash === '' ? [path] : [path, withoutSlash])
        if ((await answerAt(asked, origin)).status === 200) return true
      return false
    },
  }
}
