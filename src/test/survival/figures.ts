/** `env` is added to the drill's own environment variables. */
export type DrillOptions = { name: string; rounds: number; env?: Record<string, string> }

export type Figures = {
  drill: string
  rounds: number
  /** Writes with a successful response. */
  acknowledged: number
  lost: number
  doubled: number
  longestAnswerMs: number
  longestRecoveryMs: number
  /** Violated promises, as messages; empty when the drill has passed. */
  faults: string[]
}

export function newFigures(drill: string): Figures {
  return {
    drill,
    rounds: 0,
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    longestAnswerMs: 0,
    longestRecoveryMs: 0,
    faults: [],
  }
}

export function expectThat(figures: Figures, held: boolean, fault: string): void {
  if (!held) figures.faults.push(fault)
}

/** Runs `work` and records the longest duration. */
export async function timedInto<Answer>(
  figures: Figures,
  key: 'longestAnswerMs' | 'longestRecoveryMs',
  work: () => Promise<Answer>,
): Promise<Answer> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    figures[key] = Math.max(figures[key], Math.round(performance.now() - started))
  }
}

/** Retries `work` until it returns true; throws after `ms`. */
export async function until(what: string, ms: number, work: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    if (await work().catch(() => false)) return
    await Bun.sleep(20)
  }
  throw new Error(`Not within ${ms} ms: ${what}`)
}
