import { afterEach } from 'bun:test'

type Sending = { name: string; key: string; request: StandInRequest }

/** A fake `XMLHttpRequest` for uploads; the test controls its progress and its response. */
class StandInRequest extends EventTarget {
  static begun: (request: StandInRequest, body: FormData) => void = () => {}
  readonly upload = new EventTarget()
  readonly headers = new Map<string, string>()
  status = 0
  statusText = ''
  responseText = ''
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name.toLowerCase(), value)
  }
  send(body: FormData) {
    StandInRequest.begun(this, body)
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
}

const native = globalThis.XMLHttpRequest

/** Replaces the network for uploads from here on: each waits for the test's response. */
export function standInFiles() {
  const underWay: Sending[] = []
  StandInRequest.begun = (request, body) => {
    const file = body.get('file')
    if (!(file instanceof File)) throw new Error('No file was sent')
    const sending = { name: file.name, key: request.headers.get('idempotency-key') ?? '', request }
    underWay.push(sending)
    request.addEventListener('abort', () => underWay.splice(underWay.indexOf(sending), 1))
  }
  globalThis.XMLHttpRequest = StandInRequest as unknown as typeof XMLHttpRequest
  const find = (name: string) => {
    const found = underWay.find((one) => one.name === name)
    if (!found) throw new Error(`${name} is not being sent`)
    return found
  }
  const end = (name: string) => {
    const found = find(name)
    underWay.splice(underWay.indexOf(found), 1)
    return found.request
  }
  return {
    open: () => underWay.map(({ name }) => name),
    keyOf: (name: string) => find(name).key,
    progress: (name: string, share: number) =>
      find(name).request.upload.dispatchEvent(
        Object.assign(new Event('progress'), { loaded: share * 100, total: 100 }),
      ),
    answer: (name: string, status: number, json: unknown) => {
      const request = end(name)
      Object.assign(request, { status, responseText: JSON.stringify(json) })
      request.dispatchEvent(new Event('load'))
    },
    cut: (name: string) => end(name).dispatchEvent(new Event('error')),
  }
}

afterEach(() => {
  globalThis.XMLHttpRequest = native
})
