import { parse } from 'bowser'
import type { Source } from '#base/events'
import { clientAddress } from '#base/http/request-facts'

/** Where a request comes from: `device` is the browser and its system as people call them (`Firefox, Windows`). */
export const sourceOf = (request: Request): Source => ({
  address: clientAddress(request),
  device: deviceOf(request.headers.get('user-agent') ?? ''),
})

function deviceOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os } = parse(userAgent.slice(0, 512))
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(', ')
  return (known || userAgent.split(' ')[0]!).slice(0, 100)
}
