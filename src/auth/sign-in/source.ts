import { parse } from 'bowser'
import { LRUCache } from 'lru-cache'
import type { Source } from '#platform/events/events'
import { clientAddress } from '#platform/http/request-facts'

let isAddressHidden = false

/** In a public try-out everybody could read where the others are. */
export function hideAddresses(isHidden: boolean): void {
  isAddressHidden = isHidden
}

/** Where a request comes from: `device` is the browser and the system (`Firefox, Windows`). */
export const sourceOf = (request: Request): Source => ({
  address: isAddressHidden ? '' : clientAddress(request),
  device: deviceOf(request.headers.get('user-agent') ?? ''),
})

/** Parsing a user agent takes longer than finding the session, and administrators use few of them. */
const devices = new LRUCache<string, string>({ max: 100, memoMethod: readDevice })

const deviceOf = (userAgent: string): string => (userAgent === '' ? '' : devices.memo(userAgent.slice(0, 512)))

function readDevice(userAgent: string): string {
  const { browser, os } = parse(userAgent)
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '').join(', ')
  return (known || userAgent.split(' ')[0]!).slice(0, 100)
}
