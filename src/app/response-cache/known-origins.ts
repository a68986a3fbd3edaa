/** One of the origins whose responses are cached. */
export type KnownOrigin = { isUsed: boolean }

const most = 5
/** Milliseconds. */
const idle = 60_000

/**
 * The few origins whose responses are cached. Without SITE_URL a site answers under any host; made-up hosts only displace
 * origins that have not been used lately.
 */
export class KnownOrigins {
  private readonly known = new Map<string, KnownOrigin>()
  private lookedThrough: number

  constructor(private readonly now: () => number = () => performance.now()) {
    this.lookedThrough = now()
  }

  /** undefined where responses for the origin are not cached. */
  find(origin: string): KnownOrigin | undefined {
    if (!this.known.has(origin) && this.known.size >= most) this.dropUnused()
    if (!this.known.has(origin) && this.known.size < most) this.known.set(origin, { isUsed: true })
    const found = this.known.get(origin)
    if (found) found.isUsed = true
    return found
  }

  private dropUnused(): void {
    if (this.now() - this.lookedThrough < idle) return
    this.lookedThrough = this.now()
    for (const [origin, one] of this.known) {
      if (one.isUsed) one.isUsed = false
      else this.known.delete(origin)
    }
  }
}
